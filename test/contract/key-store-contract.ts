import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../src/compose/system-clock.ts'
import type { AccountStore } from '../../src/domain/account-store.ts'
import { COMMAND } from '../../src/domain/audit.ts'
import type { DeveloperStore } from '../../src/domain/developer-store.ts'
import type { KeyStore } from '../../src/domain/key-store.ts'
import type { PlanStore } from '../../src/domain/plan-store.ts'
import type { QuotaLimits } from '../../src/domain/quota.ts'
import { createTestVerdicts } from '../harness/create-test-verdicts.ts'
import { newKey, newName } from './new-key.ts'

/** A key store under test. */
export interface KeyStoreUnderTest {
  readonly keys: KeyStore
  /** The same accounts, as another process changes them. */
  readonly store: AccountStore
  readonly developers: DeveloperStore
  readonly plans: PlanStore
  readonly defaultLimits: QuotaLimits
  close(): Promise<void>
}

/** How soon a change is told and a revoked key refused, in milliseconds. */
const TOLD_MS = 1_000

/** What every key store must do. */
export function keyStoreContract(name: string, open: () => Promise<KeyStoreUnderTest>): void {
  describe(`the ${name} key store`, () => {
    let test: KeyStoreUnderTest
    let store: AccountStore
    let keys: KeyStore
    before(async () => {
      test = await open()
      ;({ store, keys } = test)
      // What there was to tell of the opening itself.
      await sleep(300)
    })
    after(() => test.close())

    it('finds a key with all that a request is judged by', async () => {
      const key = newKey({ expiresAtMs: 1_790_000_000_456 })
      await store.createKey(key, { minute: 7 })
      const { developerId } = (await test.developers.findByName(key.developer)) ?? {}
      const found = await keys.find(key.keyId)
      assert.deepEqual(
        { ...found, mac: Buffer.from(found?.mac ?? []) },
        {
          keyId: key.keyId,
          mac: Buffer.from(key.mac),
          developerId,
          limits: { ...test.defaultLimits, minute: 7 },
          scopes: new Set(key.scopes),
          regions: new Set(key.regions),
          expiresAtMs: 1_790_000_000_456,
          revokedAtMs: undefined,
          isSuspended: false,
        },
      )
    })

    it('finds no unknown key, and none by another spelling of its id', async () => {
      const { keyId } = await created()
      for (const wrong of [newName(), keyId.toUpperCase(), `${keyId} `, keyId.slice(1), '']) {
        assert.equal(await keys.find(wrong), undefined, wrong)
      }
    })

    it('finds at once what a finished change has made', async () => {
      const key = await created()
      const { developerId = '' } = (await test.developers.findByName(key.developer)) ?? {}
      await test.developers.change(COMMAND, developerId, { limits: { day: 12 } })
      assert.equal((await keys.find(key.keyId))?.limits.day, 12)
      const next = newKey()
      await store.rotateKey(key.keyId, next, 1_800_000_000_000)
      assert.equal((await keys.find(key.keyId))?.expiresAtMs, 1_800_000_000_000)
      assert.equal((await keys.find(next.keyId))?.keyId, next.keyId)
      await store.revokeKey(key.keyId, 5)
      assert.equal((await keys.find(key.keyId))?.revokedAtMs, 5)
    })

    it('tells of every change within a second, and of nothing else', async () => {
      const { keyId, developer } = await created()
      const { developerId = '' } = (await test.developers.findByName(developer)) ?? {}
      const changes: Readonly<Record<string, () => Promise<unknown>>> = {
        'a new key': () => store.createKey(newKey(), {}),
        'changed limits': () =>
          test.developers.change(COMMAND, developerId, { limits: { minute: 3 } }),
        'a rotated key': () => store.rotateKey(keyId, newKey(), 1),
        'a revoked key': () => store.revokeKey(keyId, 1),
        'a changed plan': () => test.plans.set(COMMAND, newName(), { minute: 3 }),
        'a suspended developer': () => test.developers.suspend(COMMAND, developerId),
        'one that is reinstated': () => test.developers.reinstate(COMMAND, developerId),
      }
      await sleep(120)
      const told: string[] = []
      let heard = Promise.withResolvers<void>()
      const stop = keys.onChange((notice) => {
        told.push(notice)
        heard.resolve()
      })
      await sleep(120)
      assert.deepEqual(told, [])
      for (const [change, make] of Object.entries(changes)) {
        heard = Promise.withResolvers()
        await make()
        await within(heard.promise, change)
      }
      await sleep(120)
      stop()
      // One change may have several statements, and a store may tell of each.
      assert.ok(told.length <= 14 && told.every((notice) => notice === 'changed'), told.join())
    })

    it('tells nobody any more who has stopped listening', async () => {
      const key = await created()
      const heard = Promise.withResolvers<void>()
      keys.onChange(() => assert.fail())()
      const stop = keys.onChange(() => heard.resolve())
      await store.revokeKey(key.keyId, 1)
      await within(heard.promise, 'a revoked key')
      stop()
    })

    for (const [state, waitMs] of [
      ['hot', 0],
      ['idle', 400],
    ] as const) {
      it(`has a revoked key refused within a second, ${state}`, async () => {
        const verdicts = createTestVerdicts({ keys, clock: systemClock, graceMs: 60_000 })
        const key = await created()
        assert.ok(await verdicts.find(key.keyId))
        await sleep(waitMs)
        await store.revokeKey(key.keyId, 1)
        const startMs = performance.now()
        while ((await verdicts.find(key.keyId))?.revokedAtMs !== 1) {
          assert.ok(performance.now() - startMs < TOLD_MS)
          await sleep(5)
        }
        verdicts.close()
      })
    }

    it('has every key of a suspended developer refused within a second, and accepted again', async () => {
      const verdicts = createTestVerdicts({ keys, clock: systemClock, graceMs: 60_000 })
      const key = await created()
      const { developerId = '' } = (await test.developers.findByName(key.developer)) ?? {}
      const isSuspended = async () => (await verdicts.find(key.keyId))?.isSuspended
      for (const [change, expected] of [
        ['suspend', true],
        ['reinstate', false],
      ] as const) {
        assert.equal(await isSuspended(), !expected)
        await test.developers[change](COMMAND, developerId)
        const startMs = performance.now()
        while ((await isSuspended()) !== expected) {
          assert.ok(performance.now() - startMs < TOLD_MS)
          await sleep(5)
        }
      }
      verdicts.close()
    })

    it('has a changed plan in force within a second', async () => {
      const verdicts = createTestVerdicts({ keys, clock: systemClock, graceMs: 60_000 })
      const [key, plan] = [await created(), newName()]
      const { developerId = '' } = (await test.developers.findByName(key.developer)) ?? {}
      await test.plans.set(COMMAND, plan, { minute: 7 })
      await test.developers.change(COMMAND, developerId, { plan })
      const minute = async () => (await verdicts.find(key.keyId))?.limits.minute
      const until = async (limit: number) => {
        const startMs = performance.now()
        while ((await minute()) !== limit) {
          assert.ok(performance.now() - startMs < TOLD_MS)
          await sleep(5)
        }
      }
      await until(7)
      await test.plans.set(COMMAND, plan, { minute: 8 })
      await until(8)
      await test.plans.remove(COMMAND, plan)
      await until(test.defaultLimits.minute)
      verdicts.close()
    })

    async function created() {
      const key = newKey()
      await store.createKey(key, {})
      return key
    }
  })
}

async function within(heard: Promise<void>, change: string): Promise<void> {
  const late = sleep(TOLD_MS, 'late', { ref: false })
  assert.notEqual(await Promise.race([heard, late]), 'late', `${change} was not told`)
}
