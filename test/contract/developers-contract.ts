import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { LimitChanges } from '../../src/accounts/account-store.ts'
import { COMMAND } from '../../src/accounts/audit-note.ts'
import { newKey, newName } from './new-key.ts'
import {
  newApplication,
  newDeveloper,
  newSecret,
  OPERATOR,
  trailOf,
  TRAITS,
  type PortalAccounts,
  type PortalAccountsUnderTest,
} from './portal-accounts.ts'

/** Contract of every store for operators: developers, plans, and the audit trail. */
export function developersContract(
  name: string,
  open: () => Promise<PortalAccountsUnderTest>,
): void {
  describe(`the ${name} store of developers, plans and the audit trail`, () => {
    let test: PortalAccountsUnderTest
    let service: PortalAccounts
    before(async () => {
      test = await open()
      service = test.accounts
    })
    after(() => test.close())

    const withKey = async () => {
      const { by, applicationId } = await newApplication(service)
      const secret = newSecret()
      await service.selfServiceKeys.create(by, applicationId, secret, TRAITS)
      return { by, applicationId, keyId: secret.keyId }
    }

    it('reads the limits of the developer, else of the plan, else the defaults, everywhere', async () => {
      const { by, keyId } = await withKey()
      const { developerId } = by
      const plan = newName()
      await service.plans.set(OPERATOR, plan, { minute: 7, day: 70 })
      const limits = { minute: null, day: 5 }
      assert.equal(
        await service.developers.change(OPERATOR, developerId, { plan, limits }),
        'changed',
      )
      const expected = { ...test.defaultLimits, minute: 7, day: 5 }
      const everywhere = async () => [
        (await service.developers.get(developerId))?.limits,
        (await service.developers.findByName(by.name))?.limits,
        (await service.developers.list()).find((one) => one.developerId === developerId)?.limits,
        (await service.findKey(keyId))?.limits,
        (await service.signIn.findSession(by.token))?.developer.limits,
      ]
      assert.deepEqual(
        await everywhere(),
        Array.from({ length: 5 }, () => expected),
      )
      await test.other.plans.set(OPERATOR, plan, { minute: 8, concurrency: 2 })
      const changed = { minute: 8, day: 5, concurrency: 2 }
      assert.deepEqual(
        await everywhere(),
        Array.from({ length: 5 }, () => changed),
      )
      assert.equal(await service.plans.remove(OPERATOR, plan), true)
      const without = { ...test.defaultLimits, day: 5 }
      assert.deepEqual(
        await everywhere(),
        Array.from({ length: 5 }, () => without),
      )
      assert.equal((await service.developers.get(developerId))?.plan, undefined)
      // A new plan with the old name has no developers.
      await service.plans.set(OPERATOR, plan, { minute: 1 })
      assert.deepEqual((await service.findKey(keyId))?.limits, without)
    })

    it('sets single limits, keeps the others, and resets one to the default', async () => {
      const key = newKey()
      const { developer } = key
      await service.store.createKey(key, {})
      const find = async () => (await service.developers.findByName(developer)) ?? assert.fail()
      const { developerId } = await find()
      const set = async (changes: LimitChanges) => {
        await service.developers.change(COMMAND, developerId, { limits: changes })
        const { limits, ownLimits } = await find()
        return { limits, ownLimits }
      }
      assert.deepEqual(await set({ minute: 4, day: 1_000_000_000 }), {
        limits: { ...test.defaultLimits, minute: 4, day: 1_000_000_000 },
        ownLimits: { minute: 4, day: 1_000_000_000 },
      })
      assert.deepEqual(await set({ minute: null, concurrency: 3 }), {
        limits: { ...test.defaultLimits, day: 1_000_000_000, concurrency: 3 },
        ownLimits: { day: 1_000_000_000, concurrency: 3 },
      })
      await service.store.createKey(newKey({ developer }), { minute: 6 })
      assert.deepEqual((await find()).ownLimits, { minute: 6, day: 1_000_000_000, concurrency: 3 })
    })

    it('loses no limit when several are set concurrently', async () => {
      const { developerId } = await newDeveloper(service)
      await Promise.all([
        service.developers.change(COMMAND, developerId, { limits: { minute: 1 } }),
        test.other.developers.change(COMMAND, developerId, { limits: { day: 2 } }),
        service.developers.change(COMMAND, developerId, { limits: { concurrency: 3 } }),
      ])
      const { ownLimits } = (await service.developers.get(developerId)) ?? {}
      assert.deepEqual(ownLimits, { minute: 1, day: 2, concurrency: 3 })
    })

    it('lists developers page by page, each once', async () => {
      const made = await Promise.all([1, 2, 3, 4, 5].map(() => newDeveloper(service)))
      const all = await service.developers.list()
      const paged: string[] = []
      for (let last: string | undefined; ; last = paged.at(-1)) {
        const page = await service.developers.list({ after: last, limit: 2 })
        assert.ok(page.length <= 2)
        paged.push(...page.map(({ developerId }) => developerId))
        if (page.length < 2) break
      }
      assert.deepEqual(
        paged,
        all.map(({ developerId }) => developerId),
      )
      assert.ok(made.every(({ developerId }) => paged.includes(developerId)))
      assert.deepEqual(await service.developers.list({ after: 'nobody', limit: 2 }), [])
    })

    it('keeps the limits of a plan, and resets one to the default', async () => {
      const plan = newName()
      const set = await service.plans.set(OPERATOR, plan, { minute: 7, day: 70 })
      const all = { scopes: undefined, regions: undefined }
      assert.deepEqual(set, { name: plan, limits: { minute: 7, day: 70 }, ...all, developers: 0 })
      const { by } = await withKey()
      await service.developers.change(OPERATOR, by.developerId, { plan })
      const less = await service.plans.set(OPERATOR, plan, { minute: null })
      assert.deepEqual(less, { name: plan, limits: { day: 70 }, ...all, developers: 1 })
      assert.deepEqual(
        (await service.plans.list()).find((one) => one.name === plan),
        less,
      )
      assert.equal(await service.plans.remove(OPERATOR, newName()), false)
    })

    it('keeps the scopes and regions of a plan apart from its limits, everywhere', async () => {
      const plan = newName()
      const seen = async (plans = test.other.plans) =>
        (await plans.list()).find((one) => one.name === plan)
      const grants = { scopes: ['game:rankings', 'game:decks'], regions: ['jp'] } as const
      const set = await service.plans.set(OPERATOR, plan, { minute: 7 }, grants)
      assert.deepEqual(new Set(set.scopes), new Set(grants.scopes))
      assert.deepEqual(set.regions, ['jp'])
      assert.deepEqual(await seen(), set)
      // An absent grant stays, also when only limits are set; null allows all.
      await service.plans.set(OPERATOR, plan, { minute: 8 })
      assert.deepEqual(await seen(), { ...set, limits: { minute: 8 } })
      await service.plans.set(OPERATOR, plan, {}, { scopes: null })
      assert.deepEqual(await seen(), { ...set, limits: { minute: 8 }, scopes: undefined })
      await service.plans.set(OPERATOR, plan, {}, { regions: ['kr', 'tw'] })
      assert.deepEqual(new Set((await seen())?.regions), new Set(['kr', 'tw']))
      await service.plans.remove(OPERATOR, plan)
      await service.plans.set(OPERATOR, plan, {})
      assert.deepEqual([(await seen())?.scopes, (await seen())?.regions], [undefined, undefined])
    })

    it('changes all limits or none, and rejects an unknown plan', async () => {
      const { by } = await withKey()
      const { developerId } = by
      const changes = { plan: newName(), limits: { minute: 3 } }
      assert.equal(await service.developers.change(OPERATOR, developerId, changes), 'no_plan')
      assert.deepEqual((await service.developers.get(developerId))?.ownLimits, {})
      assert.equal(await service.developers.change(OPERATOR, newName(), {}), 'not_found')
      const plan = newName()
      await service.plans.set(OPERATOR, plan, {})
      // A developer who is given a plan while it is removed ends up without one, in either order.
      await Promise.all([
        service.developers.change(OPERATOR, developerId, { plan }),
        test.other.plans.remove(OPERATOR, plan),
      ])
      assert.equal((await service.developers.get(developerId))?.plan, undefined)
    })

    it('leaves no session that starts during a suspension', async () => {
      const browser = { agent: '', sessionToken: undefined }
      for (let round = 0; round < 20; round += 1) {
        const called = newName()
        const invitation = { name: called, isOperator: false, lifetimeMs: 60_000 }
        const link = await service.signIn.invite(invitation, OPERATOR)
        assert.ok(typeof link === 'object')
        const { developerId } = (await service.developers.findByName(called)) ?? assert.fail()
        const [started] = await Promise.all([
          service.signIn.signInByLink(link.token, browser),
          test.other.developers.suspend(OPERATOR, developerId),
        ])
        await service.developers.reinstate(OPERATOR, developerId)
        if (typeof started !== 'object') continue
        assert.equal(await service.signIn.findSession(started.token), undefined)
      }
    })

    it('rejects every key of a suspended developer, and ends every session, until reinstatement', async () => {
      const { by, keyId } = await withKey()
      const { developerId } = by
      const other = await withKey()
      assert.equal(await service.developers.suspend(OPERATOR, developerId), true)
      assert.equal(await service.developers.suspend(OPERATOR, developerId), true)
      assert.equal((await service.findKey(keyId))?.isSuspended, true)
      assert.equal((await service.findKey(other.keyId))?.isSuspended, false)
      assert.equal(await service.signIn.findSession(by.token), undefined)
      assert.ok((await service.signIn.findSession(other.by.token)) !== undefined)
      const { state, applicationList } = (await service.developers.get(developerId)) ?? {}
      assert.equal(state, 'suspended')
      assert.equal(applicationList?.[0]?.keys[0]?.isActive, false)
      assert.equal(await service.developers.reinstate(OPERATOR, developerId), true)
      assert.equal((await service.findKey(keyId))?.isSuspended, false)
      assert.equal((await service.findKey(keyId))?.revokedAtMs, undefined)
      assert.equal(await service.signIn.findSession(by.token), undefined)
      assert.deepEqual((await trailOf(service, developerId)).slice(0, 2), [
        'developer.reinstated operator -',
        'developer.suspended operator -',
      ])
      for (const change of ['suspend', 'reinstate', 'approve'] as const) {
        assert.equal(await service.developers[change](OPERATOR, newName()), false)
      }
    })

    it('approves a waiting developer once', async () => {
      const by = await newDeveloper(service, 'approval')
      assert.equal((await service.developers.findByName(by.name))?.state, 'waiting')
      await Promise.all([
        service.developers.approve(OPERATOR, by.developerId),
        test.other.developers.approve(OPERATOR, by.developerId),
      ])
      assert.equal((await service.developers.get(by.developerId))?.state, 'active')
      const trail = await trailOf(service, by.developerId)
      assert.equal(trail.filter((one) => one.startsWith('developer.approved')).length, 1)
    })

    it('counts what a developer has, and lists how they sign in', async () => {
      const { by, keyId } = await withKey()
      const { applicationId } = await withKey()
      const removed = await service.applications.create(by, 'removed', 10)
      assert.ok(typeof removed === 'object')
      await service.applications.remove(by, removed.applicationId)
      const detail = await service.developers.get(by.developerId)
      assert.deepEqual([detail?.activeKeys, detail?.applications], [1, 1])
      assert.deepEqual(
        detail?.applicationList.flatMap(({ keys }) => keys.map((key) => key.keyId)),
        [keyId],
      )
      assert.ok(detail?.applicationList.every((one) => one.applicationId !== applicationId))
      assert.deepEqual(
        detail?.identities.map((identity) => identity.name),
        [by.name],
      )
      assert.equal(await service.developers.get(newName()), undefined)
    })

    it('revokes any key, and records who did it', async () => {
      const { by, keyId } = await withKey()
      const revoked = await service.developers.revokeKey(OPERATOR, keyId)
      assert.ok(revoked?.revokedAtMs !== undefined && !revoked.isActive)
      assert.deepEqual(await service.developers.revokeKey(OPERATOR, keyId), revoked)
      assert.equal(await service.developers.revokeKey(OPERATOR, newName()), undefined)
      const trail = await trailOf(service, by.developerId)
      assert.deepEqual(
        trail.filter((one) => one.startsWith('key.revoked')),
        [`key.revoked operator ${keyId}`],
      )
    })

    it('records the command line as the actor of its changes', async () => {
      const key = newKey()
      const next = newKey({ developer: key.developer, application: key.application })
      await service.store.createKey(key, { minute: 3 })
      await service.store.rotateKey(key.keyId, next, key.createdAtMs + 1)
      await service.store.revokeKey(next.keyId, 5)
      await service.store.revokeKey(next.keyId, 6)
      const { developerId = '' } = (await service.developers.findByName(key.developer)) ?? {}
      await service.developers.change(COMMAND, developerId, { limits: { minute: null } })
      assert.deepEqual(await trailOf(service, developerId), [
        'developer.limits_set command -',
        `key.revoked command ${next.keyId}`,
        `key.rotated command ${key.keyId}`,
        `key.created command ${key.keyId}`,
        `application.created command ${key.application}`,
        'developer.limits_set command -',
        'developer.created command -',
      ])
    })

    it('returns the audit trail page by page, each entry once, and to a developer only their own', async () => {
      const { by } = await withKey()
      for (let nth = 0; nth < 7; nth += 1) await service.applications.create(by, `app ${nth}`, 100)
      await withKey()
      const pages: string[][] = []
      let older: string | undefined
      do {
        const page = await service.audit.list({
          developerId: by.developerId,
          before: older,
          limit: 4,
        })
        assert.ok(page.entries.every(({ developer }) => developer?.developerId === by.developerId))
        pages.push(page.entries.map(({ auditId }) => auditId))
        older = page.next
      } while (older !== undefined)
      const all = pages.flat()
      assert.equal(new Set(all).size, all.length)
      assert.deepEqual(
        all,
        (await service.audit.list({ developerId: by.developerId, limit: 100 })).entries.map(
          ({ auditId }) => auditId,
        ),
      )
      assert.ok(all.length >= 9 && pages.slice(0, -1).every((page) => page.length === 4))
      const everybody = await service.audit.list({ limit: 100 })
      const whose = new Set(everybody.entries.map(({ developer }) => developer?.developerId))
      assert.ok(whose.size > 1)
    })

    it('writes no entry for a rejected change', async () => {
      const { by, applicationId } = await withKey()
      const stood = await trailOf(service, by.developerId)
      const { developerId } = by
      await service.selfServiceKeys.create(by, applicationId, newSecret(), TRAITS)
      const full = await trailOf(service, developerId)
      assert.equal(full.length, stood.length + 1)
      await service.selfServiceKeys.create(by, applicationId, newSecret(), TRAITS)
      await service.applications.create(by, 'x', 1)
      await service.developers.reinstate(OPERATOR, developerId)
      await service.developers.approve(OPERATOR, developerId)
      await service.developers.change(OPERATOR, developerId, { plan: newName() })
      assert.deepEqual(await trailOf(service, developerId), full)
    })
  })
}
