import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { AccountStore, NewKey } from '../../src/accounts/account-store.ts'
import type { DeveloperStore } from '../../src/accounts/developer-store.ts'
import { newKey, newName } from './new-key.ts'

/** An account store under test. */
export interface AccountStoreUnderTest {
  readonly store: AccountStore
  /**
   * The same accounts, opened a second time except on SQLite, where one process would block itself.
   */
  readonly other: AccountStore
  readonly developers: Pick<DeveloperStore, 'findByName'>
  /** Unix milliseconds on the clock that both were opened with. */
  readonly nowMs: () => number
  close(): Promise<void>
}

/** Contract of every account store. Each test uses its own developers and keys. */
export function accountStoreContract(
  name: string,
  open: () => Promise<AccountStoreUnderTest>,
): void {
  describe(`the ${name} account store`, () => {
    let test: AccountStoreUnderTest
    let store: AccountStore
    before(async () => {
      test = await open()
      store = test.store
    })
    after(() => test.close())

    const create = async (about: Partial<NewKey> = {}): Promise<NewKey> => {
      const key = newKey(about)
      await store.createKey(key, {})
      return key
    }
    const developerOf = ({ developer }: Pick<NewKey, 'developer'>) =>
      test.developers.findByName(developer)

    it('round-trips a key, except for the hash that identifies it', async () => {
      for (const expiresAtMs of [undefined, 1_790_000_000_456]) {
        const { mac, pepperId, ...entry } = await create({ expiresAtMs })
        assert.equal(mac.length + pepperId.length, 38)
        const expected = { ...entry, revokedAtMs: undefined, replacedBy: undefined }
        assert.deepEqual(await store.getKey(entry.keyId), expected)
        assert.deepEqual(
          (await store.listKeys()).find(({ keyId }) => keyId === entry.keyId),
          { ...expected, isSelfRegistered: false },
        )
      }
    })

    it('stores no key for a developer in a state other than its owner states', async () => {
      const there = await create()
      const { developerId = '' } = (await developerOf(there)) ?? {}
      const another = newKey({ developer: there.developer })
      assert.equal(await store.createKey(another, { minute: 1 }, 'new'), 'developer_exists')
      const unknown = { developerId: newName() }
      assert.equal(await store.createKey(another, { minute: 1 }, unknown), 'unknown_developer')
      assert.equal(await store.getKey(another.keyId), undefined)
      assert.deepEqual((await developerOf(there))?.ownLimits, {})
      // The id counts, whatever name comes with it.
      const byId = newKey()
      assert.equal(await store.createKey(byId, {}, { developerId }), 'created')
      assert.equal((await store.getKey(byId.keyId))?.developer, there.developer)
      assert.equal(await store.createKey(newKey(), {}, 'new'), 'created')
    })

    it('lists keys by age', async () => {
      const developer = newName()
      for (const createdAtMs of [3, 1, 2]) await create({ developer, createdAtMs })
      const ages = (await store.listKeys())
        .filter((entry) => entry.developer === developer)
        .map(({ createdAtMs }) => createdAtMs)
      assert.deepEqual(ages, [1, 2, 3])
    })

    it('returns nothing for unknown ids', async () => {
      const none = newName()
      assert.equal(await store.getKey(none), undefined)
      assert.equal(await store.revokeKey(none, 1), undefined)
      assert.equal(await store.rotateKey(none, newKey(), 1), undefined)
    })

    it('stores nothing of a key with an existing id', async () => {
      const first = await create()
      const second = newKey({ keyId: first.keyId })
      await assert.rejects(store.createKey(second, { minute: 1 }))
      assert.equal((await store.getKey(first.keyId))?.developer, first.developer)
      assert.equal(await developerOf(second), undefined)
    })

    it('creates one developer and one application for keys created concurrently', async () => {
      const [developer, application] = [newName(), newName()]
      const keys = Array.from({ length: 20 }, () => newKey({ developer, application }))
      await Promise.all(
        keys.map((key, index) => (index % 2 === 0 ? store : test.other).createKey(key, {})),
      )
      const made = (await store.listKeys()).filter((entry) => entry.developer === developer)
      assert.deepEqual(
        made.map(({ keyId }) => keyId).toSorted(),
        keys.map(({ keyId }) => keyId).toSorted(),
      )
      assert.equal((await developerOf({ developer }))?.activeKeys, 20)
    })

    it('keeps the first revocation time of a key, also of concurrent revocations', async () => {
      const { keyId } = await create()
      assert.equal((await store.revokeKey(keyId, 5))?.revokedAtMs, 5)
      assert.equal((await test.other.revokeKey(keyId, 9))?.revokedAtMs, 5)
      const raced = await create()
      const results = await Promise.all(
        [11, 12, 13, 14].map((atMs, index) =>
          (index % 2 === 0 ? store : test.other).revokeKey(raced.keyId, atMs),
        ),
      )
      const revokedAtMs = (await store.getKey(raced.keyId))?.revokedAtMs
      assert.deepEqual(
        results.map((entry) => entry?.revokedAtMs),
        results.map(() => revokedAtMs),
      )
    })

    it('rotates a key into another of the same application and ends the old one', async () => {
      const old = await create()
      const next = newKey({ developer: old.developer, application: old.application })
      const rotated = await store.rotateKey(old.keyId, next, 1_800_000_000_000)
      assert.deepEqual([rotated?.expiresAtMs, rotated?.replacedBy], [1_800_000_000_000, next.keyId])
      const { developer, application } = (await store.getKey(next.keyId)) ?? {}
      assert.deepEqual([developer, application], [old.developer, old.application])
    })

    it('never extends the expiry of a key', async () => {
      for (const [current, requested, expected] of [
        [100, 200, 100],
        [200, 100, 100],
      ] as const) {
        const { keyId } = await create({ expiresAtMs: current })
        assert.equal((await store.rotateKey(keyId, newKey(), requested))?.expiresAtMs, expected)
      }
    })

    it('does not rotate a key that is revoked or already rotated, and changes nothing', async () => {
      const revoked = await create()
      await store.revokeKey(revoked.keyId, 7)
      const rotated = await create()
      await store.rotateKey(rotated.keyId, newKey(), 100)
      for (const { keyId } of [revoked, rotated]) {
        const [stood, late] = [await store.getKey(keyId), newKey()]
        assert.equal(await store.rotateKey(keyId, late, 50), undefined)
        assert.deepEqual(await store.getKey(keyId), stood)
        assert.equal(await store.getKey(late.keyId), undefined)
      }
    })

    it('rotates a key once under concurrent requests', async () => {
      const { keyId } = await create()
      const replacements = Array.from({ length: 8 }, () => newKey())
      const rotated = await Promise.all(
        replacements.map((next, index) =>
          (index % 2 === 0 ? store : test.other).rotateKey(keyId, next, 100),
        ),
      )
      assert.equal(rotated.filter((entry) => entry !== undefined).length, 1)
      const made = await Promise.all(replacements.map((next) => store.getKey(next.keyId)))
      const { replacedBy } = (await store.getKey(keyId)) ?? {}
      assert.deepEqual(
        made.filter((entry) => entry !== undefined).map((entry) => entry.keyId),
        [replacedBy],
      )
    })

    it('rotates nothing when the new key cannot be stored', async () => {
      const [{ keyId }, taken] = [await create(), await create()]
      await assert.rejects(store.rotateKey(keyId, newKey({ keyId: taken.keyId }), 100))
      const { expiresAtMs, replacedBy } = (await store.getKey(keyId)) ?? {}
      assert.deepEqual([expiresAtMs, replacedBy], [undefined, undefined])
    })

    it('counts the keys of a developer that are neither revoked nor expired', async () => {
      const developer = newName()
      const expired = { developer, expiresAtMs: test.nowMs() - 1 }
      const good = { developer, expiresAtMs: test.nowMs() + 3_600_000 }
      await create(expired)
      const revoked = await create(good)
      await store.revokeKey(revoked.keyId, 1)
      assert.equal((await developerOf({ developer }))?.activeKeys, 0)
      await create(good)
      await create({ developer, application: 'another' })
      assert.equal((await developerOf({ developer }))?.activeKeys, 2)
    })

    it('counts the active keys of another pepper', async () => {
      const pepperId = newName()
      const foreign = async () => store.countForeignPepper(pepperId)
      const start = await foreign()
      await create({ pepperId })
      assert.equal(await foreign(), start)
      const { keyId } = await create({ pepperId: newName() })
      await create({ pepperId: newName(), expiresAtMs: 1 })
      assert.equal(await foreign(), start + 1)
      await store.revokeKey(keyId, 1)
      assert.equal(await foreign(), start)
    })
  })
}
