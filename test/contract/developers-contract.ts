import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { LimitChanges } from '../../src/domain/account-store.ts'
import { COMMAND } from '../../src/domain/audit.ts'
import { newKey, newName } from './new-key.ts'
import {
  newApplication,
  newDeveloper,
  newSecret,
  OPERATOR,
  toldOf,
  TRAITS,
  type PortalAccounts,
  type PortalAccountsUnderTest,
} from './portal-accounts.ts'

/** What every store must do for operators: developers, plans, and the audit trail. */
export function developersContract(
  name: string,
  open: () => Promise<PortalAccountsUnderTest>,
): void {
  describe(`the ${name} store of developers, plans and the audit trail`, () => {
    let test: PortalAccountsUnderTest
    let desk: PortalAccounts
    before(async () => {
      test = await open()
      desk = test.desk
    })
    after(() => test.close())

    const withKey = async () => {
      const { by, applicationId } = await newApplication(desk)
      const secret = newSecret()
      await desk.ownKeys.create(by, applicationId, secret, TRAITS)
      return { by, applicationId, keyId: secret.keyId }
    }

    it('has limits of the developer, else of the plan, else the defaults, wherever they are read', async () => {
      const { by, keyId } = await withKey()
      const { developerId } = by
      const plan = newName()
      await desk.plans.set(OPERATOR, plan, { minute: 7, day: 70 })
      const limits = { minute: null, day: 5 }
      assert.equal(await desk.developers.change(OPERATOR, developerId, { plan, limits }), 'changed')
      const expected = { ...test.defaultLimits, minute: 7, day: 5 }
      const everywhere = async () => [
        (await desk.developers.get(developerId))?.limits,
        (await desk.developers.findByName(by.name))?.limits,
        (await desk.developers.list()).find((one) => one.developerId === developerId)?.limits,
        (await desk.findKey(keyId))?.limits,
        (await desk.signIn.visitorOf(by.token))?.developer.limits,
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
      assert.equal(await desk.plans.remove(OPERATOR, plan), true)
      const without = { ...test.defaultLimits, day: 5 }
      assert.deepEqual(
        await everywhere(),
        Array.from({ length: 5 }, () => without),
      )
      assert.equal((await desk.developers.get(developerId))?.plan, undefined)
      // A new plan of the old name is nobody's.
      await desk.plans.set(OPERATOR, plan, { minute: 1 })
      assert.deepEqual((await desk.findKey(keyId))?.limits, without)
    })

    it('sets limits, leaves the others, and returns one to the default', async () => {
      const key = newKey()
      const { developer } = key
      await desk.store.createKey(key, {})
      const find = async () => (await desk.developers.findByName(developer)) ?? assert.fail()
      const { developerId } = await find()
      const set = async (changes: LimitChanges) => {
        await desk.developers.change(COMMAND, developerId, { limits: changes })
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
      await desk.store.createKey(newKey({ developer }), { minute: 6 })
      assert.deepEqual((await find()).ownLimits, { minute: 6, day: 1_000_000_000, concurrency: 3 })
    })

    it('loses none of several limits that are set at one time', async () => {
      const { developerId } = await newDeveloper(desk)
      await Promise.all([
        desk.developers.change(COMMAND, developerId, { limits: { minute: 1 } }),
        test.other.developers.change(COMMAND, developerId, { limits: { day: 2 } }),
        desk.developers.change(COMMAND, developerId, { limits: { concurrency: 3 } }),
      ])
      const { ownLimits } = (await desk.developers.get(developerId)) ?? {}
      assert.deepEqual(ownLimits, { minute: 1, day: 2, concurrency: 3 })
    })

    it('keeps what a plan sets, and returns a limit of it to the default', async () => {
      const plan = newName()
      const set = await desk.plans.set(OPERATOR, plan, { minute: 7, day: 70 })
      assert.deepEqual(set, { name: plan, limits: { minute: 7, day: 70 }, developers: 0 })
      const { by } = await withKey()
      await desk.developers.change(OPERATOR, by.developerId, { plan })
      const less = await desk.plans.set(OPERATOR, plan, { minute: null })
      assert.deepEqual(less, { name: plan, limits: { day: 70 }, developers: 1 })
      assert.deepEqual(
        (await desk.plans.list()).find((one) => one.name === plan),
        less,
      )
      assert.equal(await desk.plans.remove(OPERATOR, newName()), false)
    })

    it('changes all of it or nothing, and gives nobody a plan that is not there', async () => {
      const { by } = await withKey()
      const { developerId } = by
      const changes = { plan: newName(), limits: { minute: 3 } }
      assert.equal(await desk.developers.change(OPERATOR, developerId, changes), 'no_plan')
      assert.deepEqual((await desk.developers.get(developerId))?.ownLimits, {})
      assert.equal(await desk.developers.change(OPERATOR, newName(), {}), 'not_found')
      const plan = newName()
      await desk.plans.set(OPERATOR, plan, {})
      // Who is given a plan while it is removed ends up without one, whichever comes first.
      await Promise.all([
        desk.developers.change(OPERATOR, developerId, { plan }),
        test.other.plans.remove(OPERATOR, plan),
      ])
      assert.equal((await desk.developers.get(developerId))?.plan, undefined)
    })

    it('leaves no session that began in the moment of a suspension', async () => {
      const browser = { agent: '', sessionToken: undefined }
      for (let round = 0; round < 20; round += 1) {
        const called = newName()
        const invitation = { name: called, isOperator: false, lifetimeMs: 60_000 }
        const link = await desk.signIn.invite(invitation, OPERATOR)
        const { developerId } = (await desk.developers.findByName(called)) ?? assert.fail()
        const [begun] = await Promise.all([
          desk.signIn.signInByLink(link?.token ?? '', browser),
          test.other.developers.suspend(OPERATOR, developerId),
        ])
        await desk.developers.reinstate(OPERATOR, developerId)
        if (typeof begun !== 'object') continue
        assert.equal(await desk.signIn.visitorOf(begun.token), undefined)
      }
    })

    it('refuses every key of who is suspended, and ends every session, until they are reinstated', async () => {
      const { by, keyId } = await withKey()
      const { developerId } = by
      const other = await withKey()
      assert.equal(await desk.developers.suspend(OPERATOR, developerId), true)
      assert.equal(await desk.developers.suspend(OPERATOR, developerId), true)
      assert.equal((await desk.findKey(keyId))?.isSuspended, true)
      assert.equal((await desk.findKey(other.keyId))?.isSuspended, false)
      assert.equal(await desk.signIn.visitorOf(by.token), undefined)
      assert.ok((await desk.signIn.visitorOf(other.by.token)) !== undefined)
      const { state, applicationList } = (await desk.developers.get(developerId)) ?? {}
      assert.equal(state, 'suspended')
      assert.equal(applicationList?.[0]?.keys[0]?.isActive, false)
      assert.equal(await desk.developers.reinstate(OPERATOR, developerId), true)
      assert.equal((await desk.findKey(keyId))?.isSuspended, false)
      assert.equal((await desk.findKey(keyId))?.revokedAtMs, undefined)
      assert.equal(await desk.signIn.visitorOf(by.token), undefined)
      assert.deepEqual((await toldOf(desk, developerId)).slice(0, 2), [
        'developer.reinstated operator -',
        'developer.suspended operator -',
      ])
      for (const change of ['suspend', 'reinstate', 'approve'] as const) {
        assert.equal(await desk.developers[change](OPERATOR, newName()), false)
      }
    })

    it('approves who waits, once', async () => {
      const by = await newDeveloper(desk, 'approval')
      assert.equal((await desk.developers.findByName(by.name))?.state, 'waiting')
      await Promise.all([
        desk.developers.approve(OPERATOR, by.developerId),
        test.other.developers.approve(OPERATOR, by.developerId),
      ])
      assert.equal((await desk.developers.get(by.developerId))?.state, 'active')
      const told = await toldOf(desk, by.developerId)
      assert.equal(told.filter((one) => one.startsWith('developer.approved')).length, 1)
    })

    it('counts what a developer has, and knows who they sign in as', async () => {
      const { by, keyId } = await withKey()
      const { applicationId } = await withKey()
      const gone = await desk.applications.create(by, 'gone', 10)
      assert.ok(typeof gone === 'object')
      await desk.applications.remove(by, gone.applicationId)
      const detail = await desk.developers.get(by.developerId)
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
      assert.equal(await desk.developers.get(newName()), undefined)
    })

    it("revokes anybody's key, and says who did", async () => {
      const { by, keyId } = await withKey()
      const revoked = await desk.developers.revokeKey(OPERATOR, keyId)
      assert.ok(revoked?.revokedAtMs !== undefined && !revoked.isActive)
      assert.deepEqual(await desk.developers.revokeKey(OPERATOR, keyId), revoked)
      assert.equal(await desk.developers.revokeKey(OPERATOR, newName()), undefined)
      const told = await toldOf(desk, by.developerId)
      assert.deepEqual(
        told.filter((one) => one.startsWith('key.revoked')),
        [`key.revoked operator ${keyId}`],
      )
    })

    it('says of what the command line does that it was the command line', async () => {
      const key = newKey()
      const next = newKey({ developer: key.developer, application: key.application })
      await desk.store.createKey(key, { minute: 3 })
      await desk.store.rotateKey(key.keyId, next, key.createdAtMs + 1)
      await desk.store.revokeKey(next.keyId, 5)
      await desk.store.revokeKey(next.keyId, 6)
      const { developerId = '' } = (await desk.developers.findByName(key.developer)) ?? {}
      await desk.developers.change(COMMAND, developerId, { limits: { minute: null } })
      assert.deepEqual(await toldOf(desk, developerId), [
        'developer.limits_set command -',
        `key.revoked command ${next.keyId}`,
        `key.rotated command ${key.keyId}`,
        `key.created command ${key.keyId}`,
        `application.created command ${key.application}`,
        'developer.limits_set command -',
        'developer.created command -',
      ])
    })

    it('gives the audit trail page by page, each entry once, and to each developer their own', async () => {
      const { by } = await withKey()
      for (let nth = 0; nth < 7; nth += 1) await desk.applications.create(by, `app ${nth}`, 100)
      await withKey()
      const pages: string[][] = []
      let older: string | undefined
      do {
        const page = await desk.audit.list({ developerId: by.developerId, before: older, limit: 4 })
        assert.ok(page.entries.every(({ developer }) => developer?.developerId === by.developerId))
        pages.push(page.entries.map(({ auditId }) => auditId))
        older = page.next
      } while (older !== undefined)
      const all = pages.flat()
      assert.equal(new Set(all).size, all.length)
      assert.deepEqual(
        all,
        (await desk.audit.list({ developerId: by.developerId, limit: 100 })).entries.map(
          ({ auditId }) => auditId,
        ),
      )
      assert.ok(all.length >= 9 && pages.slice(0, -1).every((page) => page.length === 4))
      const everybody = await desk.audit.list({ limit: 100 })
      const whose = new Set(everybody.entries.map(({ developer }) => developer?.developerId))
      assert.ok(whose.size > 1)
    })

    it('writes no entry of what was not done', async () => {
      const { by, applicationId } = await withKey()
      const stood = await toldOf(desk, by.developerId)
      const { developerId } = by
      await desk.ownKeys.create(by, applicationId, newSecret(), TRAITS)
      const full = await toldOf(desk, developerId)
      assert.equal(full.length, stood.length + 1)
      await desk.ownKeys.create(by, applicationId, newSecret(), TRAITS)
      await desk.applications.create(by, 'x', 1)
      await desk.developers.reinstate(OPERATOR, developerId)
      await desk.developers.approve(OPERATOR, developerId)
      await desk.developers.change(OPERATOR, developerId, { plan: newName() })
      assert.deepEqual(await toldOf(desk, developerId), full)
    })
  })
}
