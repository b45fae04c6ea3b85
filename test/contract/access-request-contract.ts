import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import {
  PENDING_MAX,
  type AccessRequest,
  type AccessRequestStore,
} from '../../src/accounts/access-request-store.ts'
import type { AccountService } from '../../src/accounts/open-account-service.ts'
import { DAY_MS } from '../../src/platform/time/time-units.ts'
import type { ManualClock } from '../harness/manual-clock.ts'
import { newName } from './new-key.ts'
import { newApplication, newDeveloper, newSecret, OPERATOR, TRAITS } from './portal-accounts.ts'

/** The accounts under test, opened with a starter plan of this name and with the clock. */
export interface AccessRequestsUnderTest {
  readonly service: AccountService
  readonly starterPlan: string
  readonly clock: ManualClock
  close(): Promise<void>
}

const BROWSER = { agent: 'a test', sessionToken: undefined }

/** Returns a stored request; fails for a rejection. */
function stored(outcome: AccessRequest | string): AccessRequest {
  assert.ok(typeof outcome === 'object', JSON.stringify(outcome))
  return outcome
}

/** Contract of requests for access, of merged developers and of removed persons. */
export function accessRequestContract(
  name: string,
  open: () => Promise<AccessRequestsUnderTest>,
): void {
  describe(`requests for access, ${name}`, () => {
    let under: AccessRequestsUnderTest
    let service: AccountService
    let store: AccessRequestStore
    before(async () => {
      under = await open()
      service = under.service
      store = service.accessRequests
      await service.plans.set(OPERATOR, under.starterPlan, { minute: 7 })
    })
    after(() => under.close())

    const request = (about: object = {}) => ({
      name: newName(),
      purpose: 'A bot for cutoffs.\nTwo requests a minute.',
      contact: 'ann@example.org',
      ...about,
    })
    const requestAccess = async () => {
      const sent = request()
      const made = await service.signIn.requestAccess(sent)
      assert.ok(typeof made === 'object')
      const found = await service.signIn.findAccessRequest(made.token)
      assert.ok(found !== undefined)
      return { ...made, ...sent, ...found }
    }

    it('without an account become a developer on the starter plan, whom the secret signs in once', async () => {
      const { token, request: pending, signsIn, name: wanted } = await requestAccess()
      assert.deepEqual([pending.state, pending.name, signsIn], ['pending', wanted, false])
      assert.equal(await service.signIn.signInByLink(token, BROWSER), undefined)
      const approved = stored(
        await store.approve(OPERATOR, pending.accessRequestId, { answer: 'Welcome.' }),
      )
      assert.deepEqual([approved.state, approved.answer], ['approved', 'Welcome.'])
      assert.equal((await service.signIn.findAccessRequest(token))?.signsIn, true)
      const signedIn = await service.signIn.signInByLink(token, BROWSER)
      assert.ok(typeof signedIn === 'object')
      const { developer } = signedIn
      assert.deepEqual(
        [developer.name, developer.plan, developer.limits.minute, developer.isWaiting],
        [wanted, under.starterPlan, 7, false],
      )
      assert.equal(await service.signIn.signInByLink(token, BROWSER), undefined)
      assert.equal((await service.signIn.findAccessRequest(token))?.signsIn, false)
      const entry = await service.developers.get(developer.developerId)
      assert.deepEqual([entry?.isSelfRegistered, entry?.isOperator], [true, false])
    })

    it('are decided once, by one of two operators', async () => {
      const { request: pending } = await requestAccess()
      const id = pending.accessRequestId
      const outcomes = await Promise.all([
        store.deny(OPERATOR, id, 'No.'),
        store.approve(OPERATOR, id, { answer: '' }),
      ])
      assert.equal(outcomes.filter((one) => one === 'decided').length, 1, JSON.stringify(outcomes))
      assert.equal(await store.deny(OPERATOR, id, ''), 'decided')
      assert.equal(await store.deny(OPERATOR, 'unknown', ''), 'not_found')
      assert.equal(await store.approve(OPERATOR, 'unknown', { answer: '' }), 'not_found')
    })

    it('that are denied sign nobody in, and say why', async () => {
      const { token, request: pending } = await requestAccess()
      stored(await store.deny(OPERATOR, pending.accessRequestId, 'Too little.'))
      const found = await service.signIn.findAccessRequest(token)
      assert.deepEqual(
        [found?.request.state, found?.request.answer, found?.signsIn],
        ['denied', 'Too little.', false],
      )
      assert.equal(await service.signIn.signInByLink(token, BROWSER), undefined)
    })

    it('change nothing when the plan is unknown', async () => {
      const { request: pending } = await requestAccess()
      const id = pending.accessRequestId
      assert.equal(await store.approve(OPERATOR, id, { plan: 'no such', answer: '' }), 'no_plan')
      assert.equal((await store.list()).find((one) => one.accessRequestId === id)?.state, 'pending')
      const without = stored(await store.approve(OPERATOR, id, { plan: null, answer: '' }))
      const developer = await service.developers.get(without.developerId ?? '')
      assert.equal(developer?.plan, undefined)
    })

    it('are made by registering where operators approve, and approval ends both', async () => {
      for (const way of ['request', 'developer'] as const) {
        const by = await newDeveloper(service, 'approval')
        const [pending] = await store.listOf(by.developerId)
        assert.deepEqual(
          [pending?.state, pending?.kind, pending?.purpose],
          ['pending', 'access', ''],
        )
        const told = stored(await store.ask(by, request()))
        assert.equal(told.accessRequestId, pending?.accessRequestId)
        assert.equal((await store.listOf(by.developerId)).length, 1)
        if (way === 'request') {
          stored(await store.approve(OPERATOR, told.accessRequestId, { answer: '' }))
        } else await service.developers.approve(OPERATOR, by.developerId)
        assert.equal((await service.developers.get(by.developerId))?.state, 'active', way)
        assert.equal((await store.listOf(by.developerId))[0]?.state, 'approved', way)
      }
    })

    it('leave a denied developer waiting, who may ask again', async () => {
      const by = await newDeveloper(service, 'approval')
      const [pending] = await store.listOf(by.developerId)
      stored(await store.deny(OPERATOR, pending?.accessRequestId ?? '', 'Say more.'))
      assert.equal((await service.developers.get(by.developerId))?.state, 'waiting')
      const again = stored(await store.ask(by, request()))
      assert.deepEqual([again.state, again.kind], ['pending', 'access'])
      assert.notEqual(again.accessRequestId, pending?.accessRequestId)
    })

    it('for more assign the plan that the operator chooses, or none', async () => {
      const by = await newDeveloper(service)
      const plan = newName()
      assert.equal(await store.ask(by, request({ plan })), 'no_plan')
      await service.plans.set(OPERATOR, plan, { day: 9 })
      const asked = stored(await store.ask(by, request({ plan })))
      assert.deepEqual([asked.kind, asked.plan], ['more', plan])
      stored(await store.approve(OPERATOR, asked.accessRequestId, { answer: 'Later.' }))
      assert.equal((await service.developers.get(by.developerId))?.plan, under.starterPlan)
      const second = stored(await store.ask(by, request({ plan })))
      stored(await store.approve(OPERATOR, second.accessRequestId, { plan, answer: '' }))
      assert.equal((await service.developers.get(by.developerId))?.plan, plan)
    })

    it('are seen by their developer alone', async () => {
      const [one, other] = [await newDeveloper(service), await newDeveloper(service)]
      stored(await store.ask(one, request()))
      assert.deepEqual(await store.listOf(other.developerId), [])
    })

    it('merge two developers: persons, applications and keys move, and the emptied one is suspended', async () => {
      const from = await newApplication(service)
      const into = await newApplication(service)
      const secret = newSecret()
      assert.ok(
        typeof (await service.selfServiceKeys.create(
          from.by,
          from.applicationId,
          secret,
          TRAITS,
        )) === 'object',
      )
      const [fromId, intoId] = [from.by.developerId, into.by.developerId]
      // The same name twice, which is unique within one developer.
      await service.applications.create(into.by, from.name, 10)
      const merge = (one: string, two: string) => service.developers.merge(OPERATOR, one, two)
      assert.equal(await merge(fromId, fromId), 'same')
      assert.equal(await merge(fromId, 'unknown'), 'not_found')
      assert.equal(await merge(fromId, intoId), 'merged')
      assert.equal((await service.findKey(secret.keyId))?.developerId, intoId)
      const kept = await service.developers.get(intoId)
      assert.equal(kept?.applicationList.length, 3)
      assert.equal(kept?.identities.length, 2)
      const emptied = await service.developers.get(fromId)
      assert.deepEqual(
        [emptied?.state, emptied?.applicationList, emptied?.identities, emptied?.sessions],
        ['suspended', [], [], []],
      )
      assert.equal(await service.signIn.findSession(from.by.token), undefined)
      assert.notEqual(await service.signIn.findSession(into.by.token), undefined)
      assert.equal(await merge(fromId, intoId), 'suspended')
    })

    it('remove a person for an operator, also the last one, with their sessions', async () => {
      const by = await newDeveloper(service)
      const [person] = await service.signIn.store.identities.list(by.developerId)
      const { identities } = service.signIn.store
      const id = person?.identityId ?? ''
      assert.equal(await identities.revoke(id, OPERATOR), by.developerId)
      assert.equal(await identities.revoke(id, OPERATOR), undefined)
      assert.deepEqual(await identities.list(by.developerId), [])
      assert.equal(await service.signIn.findSession(by.token), undefined)
    })

    it('are deleted 90 days after their decision; a waiting developer stays in the queue', async () => {
      const { token, request: pending } = await requestAccess()
      stored(await store.deny(OPERATOR, pending.accessRequestId, ''))
      const waiting = await newDeveloper(service, 'approval')
      under.clock.advance(89 * DAY_MS)
      await requestAccess()
      assert.notEqual(await service.signIn.findAccessRequest(token), undefined)
      under.clock.advance(2 * DAY_MS)
      await requestAccess()
      assert.equal(await service.signIn.findAccessRequest(token), undefined)
      assert.equal((await store.listOf(waiting.developerId))[0]?.state, 'pending')
    })

    it('fill a bounded queue, which also bounds who registers', async () => {
      for (let at = await store.countPending(); at < PENDING_MAX; at += 1) {
        stored(await store.submit({ ...request(), mac: randomBytes(32) }))
      }
      assert.equal(await service.signIn.requestAccess(request()), 'queue_full')
      const person = { issuer: 'https://login.example', subject: newName(), name: newName() }
      const refused = await service.signIn.signInIdentity(person, 'approval', BROWSER)
      assert.equal(refused, 'queue_full')
      assert.equal(await service.developers.findByName(person.name), undefined)
      const signedIn = await service.signIn.signInIdentity(person, 'open', BROWSER)
      assert.ok(typeof signedIn === 'object')
      const pending = (await store.list()).filter(({ state }) => state === 'pending')
      assert.equal(pending.length, PENDING_MAX)
      // The other suites use the same database.
      for (const { accessRequestId } of pending) await store.deny(OPERATOR, accessRequestId, '')
      assert.equal(await store.countPending(), 0)
    })
  })
}
