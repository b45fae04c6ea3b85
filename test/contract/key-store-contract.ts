import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { KEY_CACHE_MS } from '../../src/keyed/access/key-cache.ts'
import { systemClock } from '../../src/platform/time/system-clock.ts'
import type { AccountStore } from '../../src/accounts/account-store.ts'
import { COMMAND } from '../../src/accounts/audit-note.ts'
import type { DayUsage } from '../../src/quotas/day-usage.ts'
import type { DeveloperStore } from '../../src/accounts/developer-store.ts'
import type { ChangeNotice, KeyStore } from '../../src/accounts/keys/key-store.ts'
import type { PlanStore } from '../../src/accounts/plan-store.ts'
import type { QuotaLimits } from '../../src/quotas/quota.ts'
import { holdWithin } from '../harness/hold-within.ts'
import { createTestKeyCache } from '../harness/test-key-cache.ts'
import { newKey, newName } from './new-key.ts'
import {
  newApplication,
  newDeveloper,
  newSecret,
  TRAITS,
  type PortalAccounts,
} from './portal-accounts.ts'

/** A key store under test. */
export interface KeyStoreUnderTest {
  readonly keys: KeyStore
  /** The same accounts, for changes by another process. */
  readonly store: AccountStore
  readonly developers: DeveloperStore
  readonly plans: PlanStore
  /** The same accounts, for changes by the portal. */
  readonly accounts: PortalAccounts & { readonly usage: DayUsage }
  readonly defaultLimits: QuotaLimits
  close(): Promise<void>
}

/** Deadline for notifying a change and rejecting a revoked key, in milliseconds. */
const SECOND_MS = 1_000

/** Contract of every key store. */
export function keyStoreContract(name: string, open: () => Promise<KeyStoreUnderTest>): void {
  describe(`the ${name} key store`, () => {
    let test: KeyStoreUnderTest
    let store: AccountStore
    let keys: KeyStore
    before(async () => {
      test = await open()
      ;({ store, keys } = test)
      // Notices about the opening itself.
      await sleep(300)
    })
    after(() => test.close())

    it('finds a key with everything that admission needs', async () => {
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
          plan: undefined,
          scopes: new Set(key.scopes),
          regions: new Set(key.regions),
          expiresAtMs: 1_790_000_000_456,
          revokedAtMs: undefined,
          isSuspended: false,
        },
      )
    })

    it('finds neither an unknown key nor another spelling of a known id', async () => {
      const { keyId } = await created()
      for (const wrong of [newName(), keyId.toUpperCase(), `${keyId} `, keyId.slice(1), '']) {
        assert.equal(await keys.find(wrong), undefined, wrong)
      }
    })

    it('finds the result of a completed change immediately', async () => {
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

    it('notifies of every change and its subject within a second', async () => {
      const { keyId, developer } = await created()
      const { developerId = '' } = (await test.developers.findByName(developer)) ?? {}
      const [another, next, plan] = [newKey({ developer }), newKey(), newName()]
      const changes: Readonly<Record<string, readonly [string[], () => Promise<unknown>]>> = {
        'a new key': [[`key ${another.keyId}`], () => store.createKey(another, {})],
        'changed limits': [
          [`developer ${developerId}`],
          () => test.developers.change(COMMAND, developerId, { limits: { minute: 3 } }),
        ],
        'a rotated key': [
          [`key ${keyId}`, `key ${next.keyId}`],
          () => store.rotateKey(keyId, next, 1),
        ],
        'a revoked key': [[`key ${keyId}`], () => store.revokeKey(keyId, 1)],
        'a changed plan': [[`plan ${plan}`], () => test.plans.set(COMMAND, plan, { minute: 3 })],
        'a suspended developer': [
          [`developer ${developerId}`],
          () => test.developers.suspend(COMMAND, developerId),
        ],
        'one that is reinstated': [
          [`developer ${developerId}`],
          () => test.developers.reinstate(COMMAND, developerId),
        ],
      }
      await sleep(250)
      const notices = new Set<string>()
      let notified = Promise.withResolvers<void>()
      const stop = keys.onChange((notice) => {
        for (const subject of subjectsOf(notice)) notices.add(subject)
        notified.resolve()
      })
      for (const [change, [subjects, make]] of Object.entries(changes)) {
        notified = Promise.withResolvers()
        notices.clear()
        await make()
        await within(notified.promise, change)
        await sleep(50)
        assert.deepEqual([...notices].toSorted(), subjects.toSorted(), change)
      }
      stop()
    })

    it('sends no notice for sessions, names, roles, usage and rejected changes', async () => {
      const { accounts: service } = test
      const { by, applicationId } = await newApplication(service)
      const secret = newSecret()
      await service.selfServiceKeys.create(by, applicationId, secret, TRAITS)
      await sleep(250)
      const notices: ChangeNotice[] = []
      const stop = keys.onChange((notice) => notices.push(notice))
      const link = await service.signIn.invite(
        { developerId: by.developerId, isOperator: true, lifetimeMs: 60_000 },
        COMMAND,
      )
      assert.ok(typeof link === 'object')
      const browser = { agent: '', sessionToken: undefined }
      assert.ok(typeof (await service.signIn.signInByLink(link.token, browser)) === 'object')
      await newDeveloper(service, 'approval')
      const [session] = await service.signIn.store.sessions.list(by.developerId)
      await service.signIn.store.sessions.end(session?.sessionId ?? '', by)
      await service.applications.rename(by, applicationId, newName())
      await service.selfServiceKeys.change(by, secret.keyId, { name: 'another name' })
      assert.equal(await service.applications.create(by, newName(), 0), 'applications_full')
      await service.usage.write([{ developerId: by.developerId, day: 20_500, used: 1 }])
      await sleep(250)
      stop()
      assert.deepEqual(notices, [])
    })

    it('does not extend the grace period of keys when a developer signs in before the store fails', async () => {
      let isDown = false
      const find: KeyStore['find'] = (keyId) => {
        if (isDown) throw new Error('down')
        return keys.find(keyId)
      }
      const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() * 20 }
      const keyCache = createTestKeyCache({
        keys: { find, onChange: keys.onChange },
        clock,
        graceMs: 60_000,
      })
      const revoked = await created()
      const other = await created()
      await sleep(250)
      assert.ok(await keyCache.find(revoked.keyId))
      assert.ok(await keyCache.find(other.keyId))
      const { by } = await newApplication(test.accounts)
      await test.accounts.signIn.store.sessions.endOthers('', by)
      await store.revokeKey(revoked.keyId, 1)
      await sleep(KEY_CACHE_MS / 20 + 50)
      isDown = true
      assert.ok(await keyCache.find(other.keyId))
      await assert.rejects(async () => keyCache.find(revoked.keyId), { code: 'unavailable' })
      keyCache.close()
    })

    it('does not notify a removed listener', async () => {
      const key = await created()
      const notified = Promise.withResolvers<void>()
      keys.onChange(() => assert.fail())()
      const stop = keys.onChange(() => notified.resolve())
      await store.revokeKey(key.keyId, 1)
      await within(notified.promise, 'a revoked key')
      stop()
    })

    for (const [state, waitMs] of [
      ['hot', 0],
      ['idle', 400],
    ] as const) {
      it(`rejects a revoked key within a second, ${state}`, async () => {
        const keyCache = createTestKeyCache({ keys, clock: systemClock, graceMs: 60_000 })
        const key = await created()
        assert.ok(await keyCache.find(key.keyId))
        await sleep(waitMs)
        await store.revokeKey(key.keyId, 1)
        await holdWithin(SECOND_MS, async () => (await keyCache.find(key.keyId))?.revokedAtMs === 1)
        keyCache.close()
      })
    }

    it('rejects every key of a suspended developer within a second, and accepts them after reinstatement', async () => {
      const keyCache = createTestKeyCache({ keys, clock: systemClock, graceMs: 60_000 })
      const key = await created()
      const { developerId = '' } = (await test.developers.findByName(key.developer)) ?? {}
      const isSuspended = async () => (await keyCache.find(key.keyId))?.isSuspended
      for (const [change, expected] of [
        ['suspend', true],
        ['reinstate', false],
      ] as const) {
        assert.equal(await isSuspended(), !expected)
        await test.developers[change](COMMAND, developerId)
        await holdWithin(SECOND_MS, async () => (await isSuspended()) === expected)
      }
      keyCache.close()
    })

    it('applies a changed plan within a second', async () => {
      const keyCache = createTestKeyCache({ keys, clock: systemClock, graceMs: 60_000 })
      const [key, plan] = [await created(), newName()]
      const { developerId = '' } = (await test.developers.findByName(key.developer)) ?? {}
      await test.plans.set(COMMAND, plan, { minute: 7 })
      await test.developers.change(COMMAND, developerId, { plan })
      const minute = async () => (await keyCache.find(key.keyId))?.limits.minute
      const until = (limit: number) => holdWithin(SECOND_MS, async () => (await minute()) === limit)
      await until(7)
      await test.plans.set(COMMAND, plan, { minute: 8 })
      await until(8)
      await test.plans.remove(COMMAND, plan)
      await until(test.defaultLimits.minute)
      keyCache.close()
    })

    async function created() {
      const key = newKey()
      await store.createKey(key, {})
      return key
    }
  })
}

function subjectsOf(notice: ChangeNotice): readonly string[] {
  if (typeof notice === 'string') return [notice]
  const { keyIds, developerIds, plans } = notice
  return [
    ...[...keyIds].map((keyId) => `key ${keyId}`),
    ...[...developerIds].map((developerId) => `developer ${developerId}`),
    ...[...plans].map((plan) => `plan ${plan}`),
  ]
}

async function within(notified: Promise<void>, change: string): Promise<void> {
  let isNotified = false
  void notified.then(() => (isNotified = true))
  await holdWithin(SECOND_MS, () => isNotified, `${change} is notified`)
}
