import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import type { openAccountService } from '../../src/accounts/open-account-service.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import { COMMAND, type SignedInActor } from '../../src/accounts/audit-note.ts'
import { REGIONS } from '../../src/game/region.ts'
import { SCOPES } from '../../src/game/scope.ts'
import { HOUR_MS } from '../../src/platform/time/time-units.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { backUp, restore, withAccounts } from './data-directory.ts'

// What becomes of sessions, links and security decisions.
const folder = temporaryFolder()
let places = 0
const place = (name: string) => join(folder, `${name}-${(places += 1)}`)

describe('a restore of accounts', () => {
  it('takes back no security decision, and the audit trail goes on', async () => {
    const there = place('data')
    const people = await withAccounts(there, async (service) => {
      const made = {
        suspended: await register(service),
        demoted: await register(service),
        operator: await register(service),
        shared: await register(service),
        left: await register(service),
      }
      for (const { developerId } of [made.demoted, made.operator]) {
        await service.signIn.store.setRole(developerId, true, COMMAND)
      }
      const { shared } = made
      const friend = { ...shared.person, subject: 'friend', name: 'friend' }
      await service.signIn.store.identities.add(friend, shared.by)
      return made
    })
    const backup = await backUp(there, place('backup'))
    const { late, actions } = await withAccounts(there, async (service) => {
      const { suspended, demoted, shared } = people
      await service.developers.suspend(COMMAND, suspended.developerId)
      await service.signIn.store.setRole(demoted.developerId, false, COMMAND)
      const [one] = await service.signIn.store.identities.list(shared.developerId)
      await service.signIn.store.identities.remove(one?.identityId ?? '', shared.by, '')
      const added = await register(service)
      await service.developers.suspend(COMMAND, added.developerId)
      const { entries } = await service.audit.list({ developerId: undefined, limit: 1_000 })
      return { late: added, actions: entries.map(({ auditId }) => auditId) }
    })
    const { accounts } = await restore(there, backup, true)
    assert.ok(typeof accounts?.kept === 'object')
    const { auditEntries, ...kept } = accounts.kept
    const expected = { endedKeys: 0, suspendedDevelopers: 2, lostRoles: 1, removedPersons: 1 }
    assert.deepEqual(kept, expected)
    assert.ok(auditEntries >= 6)
    await withAccounts(there, async (service) => {
      const { suspended, demoted, operator, shared, left } = people
      const state = async ({ developerId }: Registered) => {
        const entry = await service.developers.findById(developerId)
        return [entry?.state, entry?.isOperator, entry?.isSelfRegistered]
      }
      assert.deepEqual(await state(suspended), ['suspended', false, true])
      assert.deepEqual(await state(demoted), ['active', false, true])
      assert.deepEqual(await state(operator), ['active', true, true])
      assert.deepEqual(await state(left), ['active', false, true])
      // Whom the backup does not know cannot come back as somebody new.
      assert.deepEqual(await state(late), ['suspended', false, true])
      const browser = { agent: '', sessionToken: undefined }
      const again = (one: Registered) => service.signIn.signInIdentity(one.person, 'open', browser)
      assert.equal(await again(late), 'suspended')
      assert.equal(await again(suspended), 'suspended')
      assert.deepEqual(
        (await service.signIn.store.identities.list(shared.developerId)).map(({ name }) => name),
        ['friend'],
      )
      const { entries } = await service.audit.list({ developerId: undefined, limit: 1_000 })
      assert.deepEqual(
        entries.map(({ auditId }) => auditId),
        actions,
      )
    })
  })

  for (const replace of [true, false]) {
    it(`signs everybody out and drops unused links ${replace ? 'over data' : 'into an empty folder'}`, async () => {
      const there = place('data')
      const before = await withAccounts(there, async (service) => {
        const person = await register(service)
        const about = { isOperator: true, lifetimeMs: HOUR_MS }
        const used = await service.signIn.invite({ name: 'used', ...about }, COMMAND)
        const open = await service.signIn.invite({ name: 'open', ...about }, COMMAND)
        assert.ok(typeof used === 'object' && typeof open === 'object')
        return { token: person.token, used: used.token, open: open.token }
      })
      const backup = await backUp(there, place('backup'))
      const browser = { agent: '', sessionToken: undefined }
      if (replace) {
        await withAccounts(there, async (service) => {
          assert.ok(typeof (await service.signIn.signInByLink(before.used, browser)) === 'object')
        })
      }
      const target = replace ? there : place('restored')
      const { accounts } = await restore(target, backup, replace)
      assert.deepEqual(accounts?.dropped, { sessions: 1, links: 2 })
      assert.equal(accounts.kept === 'absent', !replace)
      await withAccounts(target, async (service) => {
        assert.equal(await service.signIn.findSession(before.token), undefined)
        for (const token of [before.used, before.open]) {
          assert.equal(await service.signIn.signInByLink(token, browser), undefined)
        }
      })
    })
  }

  it('keeps revocations of accounts of a version that had no portal', async () => {
    const there = place('data')
    await withAccounts(there, ({ keys: service }) =>
      service.issue({
        developer: 'first',
        application: 'one',
        scopes: SCOPES,
        regions: REGIONS,
        lifetimeMs: undefined,
        limits: {},
      }),
    )
    const backup = await backUp(there, place('backup'))
    const keyId = await withAccounts(there, async ({ store }) => {
      const [one] = await store.listKeys()
      await store.revokeKey(one?.keyId ?? '', systemPlatform.clock.nowMs())
      return one?.keyId ?? ''
    })
    {
      using old = new DatabaseSync(join(there, 'accounts.db'))
      const triggers = old.prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger'`).all()
      for (const { name } of triggers) old.exec(`DROP TRIGGER ${String(name)}`)
      for (const table of ['sessions', 'invitations', 'identities', 'audit', 'plans']) {
        old.exec(`DROP TABLE ${table}`)
      }
      for (const column of ['suspended_at_ms', 'waiting_since_ms', 'is_operator']) {
        old.exec(`ALTER TABLE developers DROP COLUMN ${column}`)
      }
    }
    const { accounts } = await restore(there, backup, true)
    assert.ok(typeof accounts?.kept === 'object')
    assert.equal(accounts.kept.endedKeys, 1)
    const key = await withAccounts(there, ({ store }) => store.getKey(keyId))
    assert.ok(key?.revokedAtMs !== undefined)
  })

  it('keeps revocations of keys of which only the ids were left', async () => {
    const there = place('data')
    const { entry } = await withAccounts(there, ({ keys: service }) =>
      service.issue({
        developer: 'first',
        application: 'one',
        scopes: SCOPES,
        regions: REGIONS,
        lifetimeMs: undefined,
        limits: {},
      }),
    )
    const backup = await backUp(there, place('backup'))
    {
      using old = new DatabaseSync(join(there, 'accounts.db'))
      old.exec(`INSERT INTO retired_keys SELECT id, application_id, 7 FROM keys; DELETE FROM keys`)
    }
    const { accounts } = await restore(there, backup, true)
    assert.ok(typeof accounts?.kept === 'object')
    assert.equal(accounts.kept.endedKeys, 1)
    const key = await withAccounts(there, ({ store }) => store.getKey(entry.keyId))
    assert.equal(key?.revokedAtMs, 7)
  })

  it('keeps revocations of keys that one backup lacks and a newer one has', async () => {
    const there = place('data')
    const issue = () =>
      withAccounts(there, async ({ keys: service }) => {
        const { entry } = await service.issue({
          developer: 'first',
          application: 'one',
          scopes: SCOPES,
          regions: REGIONS,
          lifetimeMs: undefined,
          limits: {},
        })
        return entry.keyId
      })
    await issue()
    const older = await backUp(there, place('backup'))
    const revoked = await issue()
    const retired = await issue()
    const newer = await backUp(there, place('backup'))
    await withAccounts(there, ({ store }) => store.revokeKey(revoked, 5))
    {
      using old = new DatabaseSync(join(there, 'accounts.db'))
      old
        .prepare('INSERT INTO retired_keys SELECT id, application_id, 7 FROM keys WHERE id = ?')
        .run(retired)
      old.prepare('DELETE FROM keys WHERE id = ?').run(retired)
    }
    await restore(there, older, true)
    await restore(there, newer, true)
    await withAccounts(there, async ({ store }) => {
      assert.equal((await store.getKey(revoked))?.revokedAtMs, 5)
      assert.equal((await store.getKey(retired))?.revokedAtMs, 7)
    })
  })
})

/** Somebody who registered at a provider. */
interface Registered {
  readonly developerId: string
  readonly token: string
  readonly person: { readonly issuer: string; readonly subject: string; readonly name: string }
  readonly by: SignedInActor
}

async function register({
  signIn,
}: Awaited<ReturnType<typeof openAccountService>>): Promise<Registered> {
  const subject = crypto.randomUUID()
  const person = { issuer: 'https://login.example', subject, name: subject }
  const browser = { agent: '', sessionToken: undefined }
  const begun = await signIn.signInIdentity(person, 'open', browser)
  assert.ok(typeof begun === 'object')
  const { developerId, name } = begun.developer
  return { developerId, token: begun.token, person, by: { kind: 'developer', developerId, name } }
}
