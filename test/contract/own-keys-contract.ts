import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ApplicationKey } from '../../src/accounts/application-store.ts'
import { COMMAND } from '../../src/accounts/audit-note.ts'
import { newKey, newName } from './new-key.ts'
import {
  newApplication,
  newDeveloper,
  newSecret,
  trailOf,
  TRAITS,
  type PortalAccounts,
  type PortalAccountsUnderTest,
} from './portal-accounts.ts'

/** Contract of every store for developers who manage their own applications and keys. */
export function ownKeysContract(name: string, open: () => Promise<PortalAccountsUnderTest>): void {
  describe(`the ${name} store of developers' own keys`, () => {
    let test: PortalAccountsUnderTest
    let service: PortalAccounts
    before(async () => {
      test = await open()
      service = test.accounts
    })
    after(() => test.close())

    const turns = (nth: number) => (nth % 2 === 0 ? service : test.other)
    const made = (result: ApplicationKey | string): ApplicationKey => {
      assert.ok(typeof result === 'object', JSON.stringify(result))
      return result
    }

    it('keeps applications and shows them only to their developer', async () => {
      const { by, applicationId, name: called } = await newApplication(service)
      const stranger = await newDeveloper(service)
      const found = await service.applications.get(by.developerId, applicationId)
      assert.deepEqual([found?.name, found?.keys], [called, []])
      assert.deepEqual(await service.applications.list(by.developerId), [found])
      assert.deepEqual(await service.applications.list(stranger.developerId), [])
      const { developerId } = stranger
      assert.equal(await service.applications.get(developerId, applicationId), undefined)
      assert.equal(await service.applications.rename(stranger, applicationId, 'mine'), 'not_found')
      assert.equal(await service.applications.remove(stranger, applicationId), false)
      assert.deepEqual(await service.applications.get(by.developerId, applicationId), found)
      assert.deepEqual(
        (await trailOf(service, developerId)).filter((one) => one.startsWith('app')),
        [],
      )
    })

    it('gives a name to one application of a developer, also for concurrent requests', async () => {
      const by = await newDeveloper(service)
      const results = await Promise.all(
        Array.from({ length: 6 }, (_, nth) => turns(nth).applications.create(by, 'bot', 10)),
      )
      assert.equal(results.filter((result) => result === 'name_taken').length, 5)
      assert.equal((await service.applications.list(by.developerId)).length, 1)
      const other = await newDeveloper(service)
      assert.equal(typeof (await service.applications.create(other, 'bot', 10)), 'object')
    })

    it('never exceeds the maximum of applications, also for concurrent requests', async () => {
      const by = await newDeveloper(service)
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, nth) => turns(nth).applications.create(by, `app ${nth}`, 3)),
      )
      assert.equal(results.filter((result) => result === 'applications_full').length, 5)
      assert.equal((await service.applications.list(by.developerId)).length, 3)
    })

    it('renames an application, but not to the name of another one', async () => {
      const { by, applicationId, name: called } = await newApplication(service)
      await service.applications.create(by, 'second', 10)
      assert.equal(await service.applications.rename(by, applicationId, 'second'), 'name_taken')
      const renamed = await service.applications.rename(by, applicationId, 'third')
      assert.ok(typeof renamed === 'object')
      assert.equal(renamed.name, 'third')
      assert.equal(typeof (await service.applications.create(by, called, 10)), 'object')
    })

    it('removes an application with its keys, and frees its name and its slot', async () => {
      const { by, applicationId, name: called } = await newApplication(service)
      const key = made(await service.selfServiceKeys.create(by, applicationId, newSecret(), TRAITS))
      assert.equal(await service.applications.remove(by, applicationId), true)
      assert.ok((await service.findKey(key.keyId))?.revokedAtMs !== undefined)
      assert.equal(await service.applications.get(by.developerId, applicationId), undefined)
      assert.equal(await service.applications.remove(by, applicationId), false)
      assert.equal(await service.selfServiceKeys.revoke(by, key.keyId), 'not_found')
      const refused = await service.selfServiceKeys.create(by, applicationId, newSecret(), TRAITS)
      assert.equal(refused, 'not_found')
      assert.equal(typeof (await service.applications.create(by, called, 1)), 'object')
      assert.deepEqual((await trailOf(service, by.developerId)).slice(0, 3), [
        `application.created developer ${called}`,
        `application.removed developer ${called}`,
        `key.revoked developer ${key.keyId}`,
      ])
    })

    it('removes an application, whatever name its developer gives to another one', async () => {
      const { by, applicationId, name: called } = await newApplication(service)
      await service.applications.create(by, `${called} ${applicationId}`, 10)
      assert.equal(await service.applications.remove(by, applicationId), true)
      assert.equal((await service.applications.list(by.developerId)).length, 1)
    })

    it('creates a key as requested and lists it in its application, newest first', async () => {
      const { by, applicationId } = await newApplication(service)
      const expiresAtMs = test.nowMs() + 3_600_000
      const first = made(
        await service.selfServiceKeys.create(by, applicationId, newSecret(), {
          ...TRAITS,
          expiresAtMs,
        }),
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
      assert.equal((await service.store.getKey(first.keyId))?.name, 'a key')
      await new Promise((resolve) => setTimeout(resolve, 2))
      const second = made(
        await service.selfServiceKeys.create(by, applicationId, newSecret(), TRAITS),
      )
      const { keys = [] } = (await service.applications.get(by.developerId, applicationId)) ?? {}
      assert.deepEqual(keys, [second, first])
    })

    it('never has more than two active keys, also for concurrent creation and rotation', async () => {
      for (let round = 0; round < 4; round += 1) {
        const { by, applicationId } = await newApplication(service)
        const first = made(
          await service.selfServiceKeys.create(by, applicationId, newSecret(), TRAITS),
        )
        const results = await Promise.all(
          Array.from({ length: 8 }, (_, nth) =>
            nth % 4 < 2
              ? turns(nth).selfServiceKeys.create(by, applicationId, newSecret(), TRAITS)
              : turns(nth).selfServiceKeys.rotate(by, first.keyId, newSecret(), 3_600_000),
          ),
        )
        assert.equal(results.filter((result) => typeof result === 'object').length, 1)
        for (const result of results) {
          assert.ok(typeof result === 'object' || ['keys_full', 'key_over'].includes(result))
        }
        const { keys = [] } = (await service.applications.get(by.developerId, applicationId)) ?? {}
        assert.deepEqual([keys.length, keys.filter(({ isActive }) => isActive).length], [2, 2])
      }
    })

    it('has no limit of keys for the command line, and counts those as well', async () => {
      const { by, applicationId, name: application } = await newApplication(service)
      for (let nth = 0; nth < 3; nth += 1) {
        await service.store.createKey(newKey({ developer: by.name, application }), {})
      }
      const { keys = [] } = (await service.applications.get(by.developerId, applicationId)) ?? {}
      assert.equal(keys.length, 3)
      const refused = await service.selfServiceKeys.create(by, applicationId, newSecret(), TRAITS)
      assert.equal(refused, 'keys_full')
    })

    it('leaves no active key in an application that is removed while the command line creates and rotates keys', async () => {
      for (let round = 0; round < 25; round += 1) {
        const { by, applicationId, name: application } = await newApplication(service)
        const about = { developer: by.name, application }
        const [first, another, next] = [newKey(about), newKey(about), newKey(about)]
        await service.store.createKey(first, {})
        await Promise.all([
          service.store.rotateKey(first.keyId, next, first.createdAtMs + 1_000_000),
          test.other.applications.remove(by, applicationId),
          turns(1).store.createKey(another, {}),
        ])
        const keys = (await service.store.listKeys()).filter(
          ({ developer }) => developer === by.name,
        )
        const good = keys.filter(({ revokedAtMs }) => revokedAtMs === undefined)
        // A new application with the same name is another one.
        assert.deepEqual(
          good.filter((key) => key.application !== application),
          [],
        )
      }
    })

    it('rotates a key into one with the same rights, and accepts both for a while', async () => {
      const { by, applicationId } = await newApplication(service)
      const ends = test.nowMs() + 86_400_000
      const old = made(
        await service.selfServiceKeys.create(by, applicationId, newSecret(), {
          ...TRAITS,
          expiresAtMs: ends,
        }),
      )
      const next = made(await service.selfServiceKeys.rotate(by, old.keyId, newSecret(), 3_600_000))
      const { keyId: _, createdAtMs: __, ...traits } = next
      const { keyId: ___, createdAtMs: ____, ...had } = old
      assert.deepEqual(traits, had)
      const [, was] = (await service.applications.get(by.developerId, applicationId))?.keys ?? []
      const found = await service.store.getKey(old.keyId)
      assert.equal(found?.replacedBy, next.keyId)
      assert.ok(Math.abs((found?.expiresAtMs ?? 0) - test.nowMs() - 3_600_000) < 60_000)
      assert.ok(was !== undefined)
      assert.equal(await service.selfServiceKeys.rotate(by, old.keyId, newSecret(), 0), 'key_over')
      assert.equal(
        await service.selfServiceKeys.rotate(by, next.keyId, newSecret(), 0),
        'keys_full',
      )
      // But not beyond its previous expiry.
      assert.ok(typeof (await service.selfServiceKeys.revoke(by, old.keyId)) === 'object')
      made(await service.selfServiceKeys.rotate(by, next.keyId, newSecret(), 90 * 86_400_000))
      assert.equal((await service.store.getKey(next.keyId))?.expiresAtMs, ends)
    })

    it('renames an ended key, but does not rotate, change or revoke it', async () => {
      const { by, applicationId } = await newApplication(service)
      const nowMs = test.nowMs()
      const key = made(await service.selfServiceKeys.create(by, applicationId, newSecret(), TRAITS))
      const { keyId } = key
      assert.equal(
        await service.selfServiceKeys.change(by, keyId, { expiresAtMs: nowMs - 1 }),
        'past',
      )
      const later = made(
        await service.selfServiceKeys.change(by, keyId, { expiresAtMs: nowMs + 9_000_000 }),
      )
      assert.equal(later.expiresAtMs, nowMs + 9_000_000)
      const never = made(
        await service.selfServiceKeys.change(by, keyId, { expiresAtMs: null, name: 'forever' }),
      )
      assert.deepEqual([never.expiresAtMs, never.name], [undefined, 'forever'])
      const revoked = made(await service.selfServiceKeys.revoke(by, keyId))
      assert.deepEqual(made(await service.selfServiceKeys.revoke(by, keyId)), revoked)
      assert.equal(revoked.isActive, false)
      assert.equal(await service.selfServiceKeys.rotate(by, keyId, newSecret(), 0), 'key_over')
      const change = { expiresAtMs: nowMs + 9_000_000, name: 'x' }
      assert.equal(await service.selfServiceKeys.change(by, keyId, change), 'key_over')
      assert.equal(
        made(await service.selfServiceKeys.change(by, keyId, { name: 'old' })).name,
        'old',
      )
      assert.deepEqual((await trailOf(service, by.developerId)).slice(0, 5), [
        `key.renamed developer ${keyId}`,
        `key.revoked developer ${keyId}`,
        `key.renamed developer ${keyId}`,
        `key.expiry_set developer ${keyId}`,
        `key.expiry_set developer ${keyId}`,
      ])
    })

    it("does not find another developer's keys", async () => {
      const { by, applicationId } = await newApplication(service)
      const { keyId } = made(
        await service.selfServiceKeys.create(by, applicationId, newSecret(), TRAITS),
      )
      const stood = await service.store.getKey(keyId)
      const { by: stranger, applicationId: own } = await newApplication(service)
      for (const wrong of [keyId, newName()]) {
        assert.equal(
          await service.selfServiceKeys.rotate(stranger, wrong, newSecret(), 0),
          'not_found',
        )
        assert.equal(
          await service.selfServiceKeys.change(stranger, wrong, { name: 'x' }),
          'not_found',
        )
        assert.equal(
          await service.selfServiceKeys.change(stranger, wrong, { expiresAtMs: 1 }),
          'not_found',
        )
        assert.equal(await service.selfServiceKeys.revoke(stranger, wrong), 'not_found')
      }
      const refused = await service.selfServiceKeys.create(
        stranger,
        applicationId,
        newSecret(),
        TRAITS,
      )
      assert.equal(refused, 'not_found')
      assert.deepEqual(await service.store.getKey(keyId), stood)
      const { keys } = (await service.applications.get(stranger.developerId, own)) ?? {}
      assert.deepEqual(keys, [])
    })

    it('creates no key for a developer waiting for approval', async () => {
      const by = await newDeveloper(service, 'approval')
      const application = await service.applications.create(by, 'app', 10)
      assert.ok(typeof application === 'object')
      const { applicationId } = application
      const create = () => service.selfServiceKeys.create(by, applicationId, newSecret(), TRAITS)
      assert.equal(await create(), 'waiting')
      await service.developers.approve(COMMAND, by.developerId)
      made(await create())
    })
  })
}
