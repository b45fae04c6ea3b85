import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ApplicationKey } from '../../src/domain/application-store.ts'
import { COMMAND } from '../../src/domain/audit.ts'
import { newKey, newName } from './new-key.ts'
import {
  newApplication,
  newDeveloper,
  newSecret,
  toldOf,
  TRAITS,
  type PortalAccounts,
  type PortalAccountsUnderTest,
} from './portal-accounts.ts'

/** What every store must do for developers who manage their own applications and keys. */
export function ownKeysContract(name: string, open: () => Promise<PortalAccountsUnderTest>): void {
  describe(`the ${name} store of developers' own keys`, () => {
    let test: PortalAccountsUnderTest
    let desk: PortalAccounts
    before(async () => {
      test = await open()
      desk = test.desk
    })
    after(() => test.close())

    const turns = (nth: number) => (nth % 2 === 0 ? desk : test.other)
    const made = (result: ApplicationKey | string): ApplicationKey => {
      assert.ok(typeof result === 'object', JSON.stringify(result))
      return result
    }

    it('keeps applications, and shows them to their developer alone', async () => {
      const { by, applicationId, name: called } = await newApplication(desk)
      const stranger = await newDeveloper(desk)
      const found = await desk.applications.get(by.developerId, applicationId)
      assert.deepEqual([found?.name, found?.keys], [called, []])
      assert.deepEqual(await desk.applications.list(by.developerId), [found])
      assert.deepEqual(await desk.applications.list(stranger.developerId), [])
      const { developerId } = stranger
      assert.equal(await desk.applications.get(developerId, applicationId), undefined)
      assert.equal(await desk.applications.rename(stranger, applicationId, 'mine'), 'not_found')
      assert.equal(await desk.applications.remove(stranger, applicationId), false)
      assert.deepEqual(await desk.applications.get(by.developerId, applicationId), found)
      assert.deepEqual(
        (await toldOf(desk, developerId)).filter((one) => one.startsWith('app')),
        [],
      )
    })

    it('gives a name to one application of a developer, however many want it at one time', async () => {
      const by = await newDeveloper(desk)
      const results = await Promise.all(
        Array.from({ length: 6 }, (_, nth) => turns(nth).applications.create(by, 'bot', 10)),
      )
      assert.equal(results.filter((result) => result === 'name_taken').length, 5)
      assert.equal((await desk.applications.list(by.developerId)).length, 1)
      const other = await newDeveloper(desk)
      assert.equal(typeof (await desk.applications.create(other, 'bot', 10)), 'object')
    })

    it('makes no more applications than there may be, however many are wanted at one time', async () => {
      const by = await newDeveloper(desk)
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, nth) => turns(nth).applications.create(by, `app ${nth}`, 3)),
      )
      assert.equal(results.filter((result) => result === 'applications_full').length, 5)
      assert.equal((await desk.applications.list(by.developerId)).length, 3)
    })

    it('renames an application, but not to the name of another one', async () => {
      const { by, applicationId, name: called } = await newApplication(desk)
      await desk.applications.create(by, 'second', 10)
      assert.equal(await desk.applications.rename(by, applicationId, 'second'), 'name_taken')
      const renamed = await desk.applications.rename(by, applicationId, 'third')
      assert.ok(typeof renamed === 'object')
      assert.equal(renamed.name, 'third')
      assert.equal(typeof (await desk.applications.create(by, called, 10)), 'object')
    })

    it('removes an application with its keys, and frees its name and its place', async () => {
      const { by, applicationId, name: called } = await newApplication(desk)
      const key = made(await desk.ownKeys.create(by, applicationId, newSecret(), TRAITS))
      assert.equal(await desk.applications.remove(by, applicationId), true)
      assert.ok((await desk.findKey(key.keyId))?.revokedAtMs !== undefined)
      assert.equal(await desk.applications.get(by.developerId, applicationId), undefined)
      assert.equal(await desk.applications.remove(by, applicationId), false)
      assert.equal(await desk.ownKeys.revoke(by, key.keyId), 'not_found')
      const refused = await desk.ownKeys.create(by, applicationId, newSecret(), TRAITS)
      assert.equal(refused, 'not_found')
      assert.equal(typeof (await desk.applications.create(by, called, 1)), 'object')
      assert.deepEqual((await toldOf(desk, by.developerId)).slice(0, 3), [
        `application.created developer ${called}`,
        `application.removed developer ${called}`,
        `key.revoked developer ${key.keyId}`,
      ])
    })

    it('removes an application, whatever its developer calls another one', async () => {
      const { by, applicationId, name: called } = await newApplication(desk)
      await desk.applications.create(by, `${called} ${applicationId}`, 10)
      assert.equal(await desk.applications.remove(by, applicationId), true)
      assert.equal((await desk.applications.list(by.developerId)).length, 1)
    })

    it('makes a key as it was asked for, and shows it in its application, the newest first', async () => {
      const { by, applicationId } = await newApplication(desk)
      const expiresAtMs = test.nowMs() + 3_600_000
      const first = made(
        await desk.ownKeys.create(by, applicationId, newSecret(), { ...TRAITS, expiresAtMs }),
      )
      assert.deepEqual(
        { ...first, createdAtMs: 0, keyId: '' },
        {
          keyId: '',
          name: 'a key',
          applicationId,
          scopes: TRAITS.scopes,
          regions: TRAITS.regions,
          createdAtMs: 0,
          expiresAtMs,
          revokedAtMs: undefined,
          replacedBy: undefined,
          isActive: true,
        },
      )
      assert.equal((await desk.store.getKey(first.keyId))?.name, 'a key')
      await new Promise((resolve) => setTimeout(resolve, 2))
      const second = made(await desk.ownKeys.create(by, applicationId, newSecret(), TRAITS))
      const { keys = [] } = (await desk.applications.get(by.developerId, applicationId)) ?? {}
      assert.deepEqual(keys, [second, first])
    })

    it('never has three active keys, however many are made and rotated at one time', async () => {
      for (let round = 0; round < 4; round += 1) {
        const { by, applicationId } = await newApplication(desk)
        const first = made(await desk.ownKeys.create(by, applicationId, newSecret(), TRAITS))
        const results = await Promise.all(
          Array.from({ length: 8 }, (_, nth) =>
            nth % 4 < 2
              ? turns(nth).ownKeys.create(by, applicationId, newSecret(), TRAITS)
              : turns(nth).ownKeys.rotate(by, first.keyId, newSecret(), 3_600_000),
          ),
        )
        assert.equal(results.filter((result) => typeof result === 'object').length, 1)
        for (const result of results) {
          assert.ok(typeof result === 'object' || ['keys_full', 'key_over'].includes(result))
        }
        const { keys = [] } = (await desk.applications.get(by.developerId, applicationId)) ?? {}
        assert.deepEqual([keys.length, keys.filter(({ isActive }) => isActive).length], [2, 2])
      }
    })

    it('is not bound to two keys where the command line makes them, and counts those too', async () => {
      const { by, applicationId, name: application } = await newApplication(desk)
      for (let nth = 0; nth < 3; nth += 1) {
        await desk.store.createKey(newKey({ developer: by.name, application }), {})
      }
      const { keys = [] } = (await desk.applications.get(by.developerId, applicationId)) ?? {}
      assert.equal(keys.length, 3)
      const refused = await desk.ownKeys.create(by, applicationId, newSecret(), TRAITS)
      assert.equal(refused, 'keys_full')
    })

    it('leaves no open key in an application that is removed while the command line makes and rotates some', async () => {
      for (let round = 0; round < 25; round += 1) {
        const { by, applicationId, name: application } = await newApplication(desk)
        const about = { developer: by.name, application }
        const [first, another, next] = [newKey(about), newKey(about), newKey(about)]
        await desk.store.createKey(first, {})
        await Promise.all([
          desk.store.rotateKey(first.keyId, next, first.createdAtMs + 1_000_000),
          test.other.applications.remove(by, applicationId),
          turns(1).store.createKey(another, {}),
        ])
        const keys = (await desk.store.listKeys()).filter(({ developer }) => developer === by.name)
        const good = keys.filter(({ revokedAtMs }) => revokedAtMs === undefined)
        // A new application of the same name is another one.
        assert.deepEqual(
          good.filter((key) => key.application !== application),
          [],
        )
      }
    })

    it('rotates a key into one with the same rights, and both are good for a while', async () => {
      const { by, applicationId } = await newApplication(desk)
      const ends = test.nowMs() + 86_400_000
      const old = made(
        await desk.ownKeys.create(by, applicationId, newSecret(), { ...TRAITS, expiresAtMs: ends }),
      )
      const next = made(await desk.ownKeys.rotate(by, old.keyId, newSecret(), 3_600_000))
      const { keyId: _, createdAtMs: __, ...traits } = next
      const { keyId: ___, createdAtMs: ____, ...had } = old
      assert.deepEqual(traits, had)
      const [, was] = (await desk.applications.get(by.developerId, applicationId))?.keys ?? []
      const found = await desk.store.getKey(old.keyId)
      assert.equal(found?.replacedBy, next.keyId)
      assert.ok(Math.abs((found?.expiresAtMs ?? 0) - test.nowMs() - 3_600_000) < 60_000)
      assert.ok(was !== undefined)
      assert.equal(await desk.ownKeys.rotate(by, old.keyId, newSecret(), 0), 'key_over')
      assert.equal(await desk.ownKeys.rotate(by, next.keyId, newSecret(), 0), 'keys_full')
      // No longer than it would have been.
      assert.ok(typeof (await desk.ownKeys.revoke(by, old.keyId)) === 'object')
      made(await desk.ownKeys.rotate(by, next.keyId, newSecret(), 90 * 86_400_000))
      assert.equal((await desk.store.getKey(next.keyId))?.expiresAtMs, ends)
    })

    it('rotates, changes and revokes nothing of what is over but its name', async () => {
      const { by, applicationId } = await newApplication(desk)
      const nowMs = test.nowMs()
      const key = made(await desk.ownKeys.create(by, applicationId, newSecret(), TRAITS))
      const { keyId } = key
      assert.equal(await desk.ownKeys.change(by, keyId, { expiresAtMs: nowMs - 1 }), 'past')
      const later = made(await desk.ownKeys.change(by, keyId, { expiresAtMs: nowMs + 9_000_000 }))
      assert.equal(later.expiresAtMs, nowMs + 9_000_000)
      const never = made(
        await desk.ownKeys.change(by, keyId, { expiresAtMs: null, name: 'forever' }),
      )
      assert.deepEqual([never.expiresAtMs, never.name], [undefined, 'forever'])
      const revoked = made(await desk.ownKeys.revoke(by, keyId))
      assert.deepEqual(made(await desk.ownKeys.revoke(by, keyId)), revoked)
      assert.equal(revoked.isActive, false)
      assert.equal(await desk.ownKeys.rotate(by, keyId, newSecret(), 0), 'key_over')
      const change = { expiresAtMs: nowMs + 9_000_000, name: 'x' }
      assert.equal(await desk.ownKeys.change(by, keyId, change), 'key_over')
      assert.equal(made(await desk.ownKeys.change(by, keyId, { name: 'old' })).name, 'old')
      assert.deepEqual((await toldOf(desk, by.developerId)).slice(0, 5), [
        `key.renamed developer ${keyId}`,
        `key.revoked developer ${keyId}`,
        `key.renamed developer ${keyId}`,
        `key.expiry_set developer ${keyId}`,
        `key.expiry_set developer ${keyId}`,
      ])
    })

    it("does not know another developer's keys", async () => {
      const { by, applicationId } = await newApplication(desk)
      const { keyId } = made(await desk.ownKeys.create(by, applicationId, newSecret(), TRAITS))
      const stood = await desk.store.getKey(keyId)
      const { by: stranger, applicationId: own } = await newApplication(desk)
      for (const wrong of [keyId, newName()]) {
        assert.equal(await desk.ownKeys.rotate(stranger, wrong, newSecret(), 0), 'not_found')
        assert.equal(await desk.ownKeys.change(stranger, wrong, { name: 'x' }), 'not_found')
        assert.equal(await desk.ownKeys.change(stranger, wrong, { expiresAtMs: 1 }), 'not_found')
        assert.equal(await desk.ownKeys.revoke(stranger, wrong), 'not_found')
      }
      const refused = await desk.ownKeys.create(stranger, applicationId, newSecret(), TRAITS)
      assert.equal(refused, 'not_found')
      assert.deepEqual(await desk.store.getKey(keyId), stood)
      const { keys } = (await desk.applications.get(stranger.developerId, own)) ?? {}
      assert.deepEqual(keys, [])
    })

    it('makes no key for who waits for approval', async () => {
      const by = await newDeveloper(desk, 'approval')
      const application = await desk.applications.create(by, 'app', 10)
      assert.ok(typeof application === 'object')
      const { applicationId } = application
      const create = () => desk.ownKeys.create(by, applicationId, newSecret(), TRAITS)
      assert.equal(await create(), 'waiting')
      await desk.developers.approve(COMMAND, by.developerId)
      made(await create())
    })
  })
}
