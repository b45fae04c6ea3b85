import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { dataPaths } from '../../src/platform/files/data-paths.ts'
import { openAccountService } from '../../src/accounts/open-account-service.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import { readConfig } from '../../src/app/config/read-config.ts'
import { COMMAND } from '../../src/accounts/audit-note.ts'
import { fillReserve, maintainReserve } from '../../src/platform/files/disk-reserve.ts'
import { DAY_MS, HOUR_MS } from '../../src/platform/time/time-units.ts'
import { newKey } from '../contract/new-key.ts'
import { createManualClock } from '../harness/manual-clock.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// A small separate disk: only root can mount one.
const disk = join(temporaryFolder(), 'disk')
mkdirSync(disk)
const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m,mode=700', 'none', disk])
const skip =
  mount.status === 0 ? false : 'No disk can be mounted here: what needs one is NOT tested.'

describe('on a full disk', { skip }, () => {
  after(() => spawnSync('umount', [disk]))

  it('keys can be revoked and developers suspended, also by a command that starts then', async () => {
    const config = readConfig({ BACKLINE_DATA_DIR: join(disk, 'data') })
    const { reserve } = dataPaths(config.dataDir)
    const service = await openAccountService(config, systemPlatform)
    fillReserve(reserve, systemPlatform.fillRandom)
    const full = statSync(reserve).size
    assert.equal(full, 4 * 2 ** 20)
    const keys = Array.from({ length: 20 }, () => newKey({ developer: 'Ann' }))
    for (const key of keys) await service.store.createKey(key, {})
    const ballast = join(disk, 'ballast')
    assert.throws(() => writeFileSync(ballast, Buffer.alloc(32 * 2 ** 20)), { code: 'ENOSPC' })
    // Writes without urgency use up the free space inside the files, and then fail.
    await assert.rejects(async () => {
      for (;;) await service.store.createKey(newKey(), {})
    }, /has less than 8 MB free\. Only revocations are written/)
    for (const { keyId } of keys) {
      const revoked = await service.store.revokeKey(keyId, 5)
      assert.equal(revoked?.revokedAtMs, 5)
    }
    assert.ok(statSync(reserve).size < full)
    await service.close()

    assert.throws(() => writeFileSync(join(disk, 'more'), Buffer.alloc(32 * 2 ** 20)), {
      code: 'ENOSPC',
    })
    const command = await openAccountService(config, systemPlatform)
    const { developerId = '' } = (await command.developers.findByName('Ann')) ?? {}
    assert.equal(await command.developers.suspend(COMMAND, developerId), true)
    assert.equal((await command.developers.get(developerId))?.state, 'suspended')
    await command.close()

    for (const name of ['ballast', 'more']) rmSync(join(disk, name))
    fillReserve(reserve, systemPlatform.fillRandom)
    assert.equal(statSync(reserve).size, full)
    rmSync(config.dataDir, { recursive: true })
  })

  it('every other removal of access works too, and no other write does', async () => {
    const clock = createManualClock(Date.UTC(2026, 0, 1))
    const config = readConfig({ BACKLINE_DATA_DIR: join(disk, 'access') })
    const { reserve } = dataPaths(config.dataDir)
    const platform = { ...systemPlatform, clock }
    const service = await openAccountService(config, platform)
    fillReserve(reserve, systemPlatform.fillRandom)
    const { signIn, applications } = service
    const browser = { agent: 'a browser', sessionToken: undefined }
    const about = { isOperator: true, lifetimeMs: DAY_MS }
    const link = await signIn.invite({ name: 'Operator', ...about }, COMMAND)
    assert.ok(typeof link === 'object')
    const first = await signIn.signInByLink(link.token, browser)
    assert.ok(typeof first === 'object')
    const { developerId, name } = first.developer
    const by = { kind: 'developer', developerId, name } as const
    const person = { issuer: 'https://login.example.org', subject: '1', name: 'Operator' }
    assert.equal(await signIn.store.identities.add(person, by), 'added')
    for (let at = 0; at < 2; at += 1) await signIn.signInIdentity(person, 'invitation', browser)
    const application = await applications.create(by, 'an application', 10)
    assert.ok(typeof application === 'object')
    const unused = await signIn.invite({ developerId, ...about, isOperator: false }, COMMAND)
    assert.ok(typeof unused === 'object')

    const stranger = { ...person, subject: '2', name: 'Stranger' }
    const registered = await signIn.signInIdentity(stranger, 'approval', browser)
    assert.ok(typeof registered === 'object')
    const waiting = registered.developer

    const ballast = join(disk, 'ballast')
    assert.throws(() => writeFileSync(ballast, Buffer.alloc(32 * 2 ** 20)), { code: 'ENOSPC' })
    const isRefused = { name: 'DiskNearlyFull' }
    await assert.rejects(applications.create(by, 'another', 10), isRefused)
    await assert.rejects(service.plans.set(COMMAND, 'large', {}), isRefused)
    // The last use is not recorded, which does not reject the key.
    clock.advance(HOUR_MS)
    const currentUser = await signIn.findSession(first.token)
    assert.equal(currentUser?.developer.developerId, developerId)
    const sessions = await signIn.store.sessions.list(developerId)
    assert.equal(sessions.length, 3)
    const other = sessions.find(({ sessionId }) => sessionId !== currentUser.sessionId)
    assert.equal(await signIn.store.sessions.end(other?.sessionId ?? '', by), true)
    assert.equal(await signIn.store.sessions.endOthers(currentUser.sessionId, by), 1)
    assert.equal(await signIn.store.invitations.withdraw(unused.invitationId, COMMAND), true)
    assert.equal(await applications.remove(by, application.applicationId), true)
    const [identity] = await signIn.store.identities.list(developerId)
    assert.equal(
      await signIn.store.identities.remove(identity?.identityId ?? '', by, currentUser.sessionId),
      'removed',
    )
    const demoted = await signIn.store.setRole(developerId, false, COMMAND)
    assert.ok(typeof demoted === 'object' && !demoted.isOperator)
    // Granting a role does not remove access.
    await assert.rejects(signIn.store.setRole(developerId, true, COMMAND), isRefused)
    assert.equal(await service.developers.suspend(COMMAND, developerId), true)
    await assert.rejects(service.developers.reinstate(COMMAND, developerId), isRefused)
    await assert.rejects(service.developers.approve(COMMAND, waiting.developerId), isRefused)
    assert.equal((await service.developers.findById(developerId))?.state, 'suspended')
    assert.equal((await service.developers.findById(waiting.developerId))?.state, 'waiting')
    await service.close()
    rmSync(ballast)
    rmSync(config.dataDir, { recursive: true })
  })

  it('a session still works, and roles, identities, links, sessions and applications can be removed', async () => {
    const dataDir = join(disk, 'other')
    const config = readConfig({ BACKLINE_DATA_DIR: dataDir })
    const { reserve } = dataPaths(dataDir)
    let nowMs = 1_000_000
    const clock = { ...systemPlatform.clock, nowMs: () => nowMs }
    const accounts = await openAccountService(config, { ...systemPlatform, clock })
    const { store } = accounts.signIn
    const session = (byte: number) => ({
      mac: Buffer.alloc(32, byte),
      agent: 'x',
      endsMac: undefined,
    })
    const person = (subject: string) => ({
      issuer: 'https://provider.test',
      subject,
      name: subject,
    })
    const begun = await store.identities.signIn(person('Ann'), 'open', session(1))
    assert.ok(typeof begun === 'object')
    await store.identities.signIn(person('Ann'), 'open', session(2))
    const { developerId, name } = begun.developer
    const by = { kind: 'developer', developerId, name } as const
    await store.setRole(developerId, true, COMMAND)
    assert.equal(await store.identities.add(person('Eve'), by), 'added')
    const link = { developerId, mac: Buffer.alloc(32, 9), isOperator: false, expiresAtMs: 1e15 }
    const invitation = await store.invitations.create(link, COMMAND)
    assert.ok(typeof invitation === 'object')
    const application = await accounts.applications.create(by, 'one', 5)
    assert.ok(typeof application === 'object')
    fillReserve(reserve, systemPlatform.fillRandom)

    const ballast = join(disk, 'ballast')
    const fill = async () => {
      const append = () => writeFileSync(ballast, Buffer.alloc(32 * 2 ** 20), { flag: 'a' })
      assert.throws(append, { code: 'ENOSPC' })
      await assert.rejects(async () => {
        for (;;) await accounts.store.createKey(newKey(), {})
      }, /has less than 8 MB free/)
    }
    // The last use is recorded every five minutes, which fails here.
    nowMs += 3_600_000
    await fill()
    const found = await store.sessions.find(Buffer.alloc(32, 1))
    assert.equal(found?.developer.developerId, developerId)
    const { sessionId } = found
    const eve = (await store.identities.list(developerId)).find((one) => one.name === 'Eve')
    for (const [remove, expected] of [
      [() => accounts.applications.remove(by, application.applicationId), true],
      [() => store.invitations.withdraw(invitation.invitationId, COMMAND), true],
      [() => store.sessions.endOthers(sessionId, by), 1],
      [() => store.identities.remove(eve?.identityId ?? '', by, sessionId), 'removed'],
      [async () => (await store.setRole(developerId, false, COMMAND)) !== undefined, true],
      [() => store.sessions.end(sessionId, by), true],
    ] as const) {
      await fill()
      assert.equal(await remove(), expected)
    }
    await accounts.close()
    rmSync(ballast)
  })

  it('the reserve is refilled when there is space, while the service runs', () => {
    const path = join(disk, 'reserve.bin')
    const clock = createManualClock(0)
    const faults: unknown[] = []
    const stop = maintainReserve(path, systemPlatform.fillRandom, {
      clock,
      onFault: (error) => faults.push(error),
    })
    const { size } = statSync(path)
    assert.equal(size, 4 * 2 ** 20)
    truncateSync(path, 0)
    clock.advance(60_000)
    assert.equal(statSync(path).size, size)
    truncateSync(path, 0)
    stop()
    clock.advance(60_000)
    assert.deepEqual([statSync(path).size, faults, clock.pending], [0, [], 0])
  })
})
