import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { COMMAND, type SignedInActor } from '../../src/accounts/audit-note.ts'
import type {
  StartedSession,
  NewSession,
  SignInDeveloper,
  SignInStore,
} from '../../src/accounts/sign-in-store.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/platform/time/time-units.ts'
import type { ManualClock } from '../harness/manual-clock.ts'
import { newName } from './new-key.ts'

/** A sign-in store under test. */
export interface SignInStoreUnderTest {
  readonly store: SignInStore
  /**
   * The same accounts, opened a second time except on SQLite, where one process would block itself.
   */
  readonly other: SignInStore
  /** The clock that both were opened with. */
  readonly clock: ManualClock
  /** Suspends a developer, as another part of the accounts does. */
  suspend(developerId: string): Promise<void>
  /** Returns the audit trail of a developer, in order. */
  actionsOf(developerId: string): Promise<readonly string[]>
  close(): Promise<void>
}

/** Contract of every sign-in store. Each test uses its own developers. */
export function signInStoreContract(name: string, open: () => Promise<SignInStoreUnderTest>): void {
  describe(`the ${name} sign-in store`, () => {
    let test: SignInStoreUnderTest
    let store: SignInStore
    before(async () => {
      test = await open()
      store = test.store
    })
    after(() => test.close())

    const newMac = () => randomBytes(32)
    const newSession = (about: Partial<NewSession> = {}): NewSession => ({
      mac: newMac(),
      agent: 'a browser',
      endsMac: undefined,
      ...about,
    })
    /** Creates a link for a new developer, or for an existing one by id. */
    const invite = async (
      about: { developerId?: string; isOperator?: boolean; validMs?: number } = {},
    ) => {
      const { developerId, isOperator = false, validMs = HOUR_MS } = about
      const mac = newMac()
      const expiresAtMs = test.clock.nowMs() + validMs
      const developer = developerId === undefined ? { name: newName() } : { developerId }
      const made = await store.invitations.create(
        { ...developer, mac, isOperator, expiresAtMs },
        COMMAND,
      )
      assert.ok(typeof made === 'object', JSON.stringify(made))
      return { mac, made, name: made.name, developerId: made.developerId }
    }
    const newPerson = (about: { subject?: string; name?: string } = {}) => ({
      issuer: 'https://login.example.org',
      subject: newName(),
      name: newName(),
      ...about,
    })
    const started = (result: StartedSession | string | undefined): StartedSession => {
      assert.ok(typeof result === 'object', JSON.stringify(result))
      return result
    }
    const signIn = async (session = newSession()) => {
      const { mac } = await invite()
      const { developer } = started(await store.invitations.use(mac, session))
      return { developer, mac: session.mac }
    }
    const actor = ({ developerId, name: who }: SignInDeveloper): SignedInActor => ({
      kind: 'developer',
      developerId,
      name: who,
    })

    describe('by a link', () => {
      it('creates the invited developer and signs them in', async () => {
        const { mac, name: who } = await invite()
        const { developer, expiresAtMs } = started(await store.invitations.use(mac, newSession()))
        assert.deepEqual(
          [developer.name, developer.isOperator, developer.isWaiting, developer.plan],
          [who, false, false, undefined],
        )
        assert.equal(expiresAtMs, test.clock.nowMs() + 30 * DAY_MS)
        assert.deepEqual(await test.actionsOf(developer.developerId), [
          'developer.created',
          'developer.invited',
          'session.begun',
        ])
      })

      it('invites an existing developer without creating another one', async () => {
        const { developer } = await signIn()
        const { mac } = await invite({ developerId: developer.developerId })
        const again = started(await store.invitations.use(mac, newSession()))
        assert.equal(again.developer.developerId, developer.developerId)
      })

      it('approves no waiting developer and makes no operator of them', async () => {
        const person = newPerson()
        const first = started(await store.identities.signIn(person, 'approval', newSession()))
        const { developerId, isWaiting } = first.developer
        assert.equal(isWaiting, true)
        const { mac } = await invite({ developerId })
        const again = started(await store.invitations.use(mac, newSession()))
        assert.equal(again.developer.isWaiting, true)
        const operator = {
          mac: newMac(),
          developerId,
          isOperator: true,
          expiresAtMs: test.clock.nowMs() + HOUR_MS,
        }
        assert.equal(await store.invitations.create(operator, COMMAND), 'waiting')
        assert.equal(await store.setRole(developerId, true, COMMAND), 'waiting')
        assert.ok(!(await test.actionsOf(developerId)).includes('developer.approved'))
      })

      it('is never issued for an existing developer by name', async () => {
        const person = newPerson()
        const first = started(await store.identities.signIn(person, 'open', newSession()))
        const link = {
          mac: newMac(),
          name: person.name,
          isOperator: true,
          expiresAtMs: test.clock.nowMs() + HOUR_MS,
        }
        const actions = await test.actionsOf(first.developer.developerId)
        assert.equal(await store.invitations.create(link, COMMAND), 'developer_exists')
        assert.equal(await store.invitations.find(link.mac), undefined)
        assert.deepEqual(await test.actionsOf(first.developer.developerId), actions)
        const { name: _, ...rest } = link
        const unknown = { ...rest, developerId: newName() }
        assert.equal(await store.invitations.create(unknown, COMMAND), 'unknown_developer')
      })

      it('is marked when its developer registered without an operator', async () => {
        const { developer } = started(
          await store.identities.signIn(newPerson(), 'open', newSession()),
        )
        const theirs = await invite({ developerId: developer.developerId })
        const own = await invite()
        assert.deepEqual([theirs.made.isSelfRegistered, own.made.isSelfRegistered], [true, false])
        const listed = new Map(
          (await store.invitations.list()).map((one) => [one.invitationId, one.isSelfRegistered]),
        )
        assert.equal(listed.get(theirs.made.invitationId), true)
        assert.equal(listed.get(own.made.invitationId), false)
      })

      it('that makes an operator ends every other session, and lists who else can sign in', async () => {
        const person = newPerson()
        const stranger = newSession()
        const { developer } = started(await store.identities.signIn(person, 'open', stranger))
        const { developerId } = developer
        const earlier = newSession()
        await store.invitations.use((await invite({ developerId })).mac, earlier)
        assert.ok(await store.sessions.find(stranger.mac))
        await invite({ developerId })
        const { mac } = await invite({ developerId, isOperator: true })
        const session = newSession()
        const { otherAccess } = started(await store.invitations.use(mac, session))
        assert.deepEqual([otherAccess?.links, otherAccess?.endedSessions], [1, 2])
        assert.deepEqual(
          otherAccess?.persons.map((one) => one.name),
          [person.name],
        )
        for (const ended of [stranger, earlier]) {
          assert.equal(await store.sessions.find(ended.mac), undefined)
        }
        const found = await store.sessions.find(session.mac)
        assert.equal(found?.developer.isOperator, true)
        // The stranger can be removed although nobody else of the provider can sign in.
        const identityId = otherAccess?.persons[0]?.identityId ?? ''
        const by = actor(developer)
        assert.equal(
          await store.identities.remove(identityId, by, found?.sessionId ?? ''),
          'removed',
        )
        assert.equal(
          await store.identities.signIn(person, 'invitation', newSession()),
          'not_invited',
        )
      })

      it('makes no operator when the role is revoked concurrently', async () => {
        for (let round = 0; round < 25; round += 1) {
          const { mac, developerId } = await invite({ isOperator: true })
          const session = newSession()
          await Promise.all([
            store.invitations.use(mac, session),
            test.other.setRole(developerId, false, COMMAND),
          ])
          const found = await store.sessions.find(session.mac)
          assert.notEqual(found?.developer.isOperator, true)
        }
      })

      it('signs in once, also for twenty concurrent attempts', async () => {
        const { mac } = await invite()
        const sessions = Array.from({ length: 20 }, () => newSession())
        const results = await Promise.all(
          sessions.map((session, nth) =>
            (nth % 2 === 0 ? store : test.other).invitations.use(mac, session),
          ),
        )
        assert.equal(results.filter((result) => result !== undefined).length, 1)
        const alive = await Promise.all(sessions.map((session) => store.sessions.find(session.mac)))
        assert.equal(alive.filter((found) => found !== undefined).length, 1)
        assert.equal(await store.invitations.find(mac), undefined)
      })

      it('is rejected when unknown, expired or withdrawn, and can be looked up until then', async () => {
        assert.equal(await store.invitations.find(newMac()), undefined)
        assert.equal(await store.invitations.use(newMac(), newSession()), undefined)
        const old = await invite({ validMs: HOUR_MS })
        assert.deepEqual(await store.invitations.find(old.mac), old.made)
        test.clock.advance(HOUR_MS)
        assert.equal(await store.invitations.find(old.mac), undefined)
        assert.equal(await store.invitations.use(old.mac, newSession()), undefined)
        const { mac, made } = await invite()
        assert.equal(await store.invitations.withdraw(made.invitationId, COMMAND), true)
        assert.equal(await store.invitations.withdraw(made.invitationId, COMMAND), false)
        assert.equal(await store.invitations.find(mac), undefined)
        assert.equal(await store.invitations.use(mac, newSession()), undefined)
      })

      it('is listed until a month after its end; withdrawn ones are not listed', async () => {
        const used = await invite()
        await store.invitations.use(used.mac, newSession())
        const withdrawn = await invite()
        await store.invitations.withdraw(withdrawn.made.invitationId, COMMAND)
        const find = async (invitationId = '') =>
          (await store.invitations.list()).find((entry) => entry.invitationId === invitationId)
        const usedAtMs = test.clock.nowMs()
        assert.deepEqual(await find(used.made.invitationId), { ...used.made, usedAtMs })
        assert.equal(await find(withdrawn.made.invitationId), undefined)
        test.clock.advance(HOUR_MS + 30 * DAY_MS)
        assert.equal(await find(used.made.invitationId), undefined)
      })

      it('makes an operator only if it says so, and not after the role was revoked', async () => {
        const { mac, developerId } = await invite({ isOperator: true })
        const setRole = async (id: string, isOperator: boolean) => {
          const set = await store.setRole(id, isOperator, COMMAND)
          return typeof set === 'object' ? set.isOperator : set
        }
        const first = started(await store.invitations.use(mac, newSession()))
        assert.equal(first.developer.isOperator, true)
        const left = await invite({ developerId, isOperator: true })
        assert.equal(await setRole(developerId, false), false)
        assert.equal(await store.invitations.use(left.mac, newSession()), undefined)
        const plain = await invite({ developerId })
        const again = started(await store.invitations.use(plain.mac, newSession()))
        assert.equal(again.developer.isOperator, false)
        assert.equal(await setRole(developerId, true), true)
        assert.equal(await setRole(newName(), true), undefined)
        const roles = (await test.actionsOf(again.developer.developerId)).filter((action) =>
          /role|withdrawn/.test(action),
        )
        assert.deepEqual(roles, [
          'developer.role_set',
          'developer.role_set',
          'invitation.withdrawn',
          'developer.role_set',
        ])
      })

      it('is rejected for a suspended developer, and stays unused', async () => {
        const { developer } = await signIn()
        const { mac } = await invite({ developerId: developer.developerId })
        await test.suspend(developer.developerId)
        assert.equal(await store.invitations.find(mac), 'suspended')
        assert.equal(await store.invitations.use(mac, newSession()), 'suspended')
        const refused = {
          developerId: developer.developerId,
          mac: newMac(),
          isOperator: false,
          expiresAtMs: test.clock.nowMs() + HOUR_MS,
        }
        assert.equal(await store.invitations.create(refused, COMMAND), 'suspended')
        const listed = await store.invitations.list()
        assert.ok(listed.some((entry) => entry.name === developer.name && !entry.usedAtMs))
      })
    })

    describe('sessions', () => {
      it('are found only by the hash of their token', async () => {
        const { developer, mac } = await signIn()
        assert.deepEqual((await test.other.sessions.find(mac))?.developer, developer)
        assert.equal(await store.sessions.find(newMac()), undefined)
      })

      it('end when another one replaces them in a browser', async () => {
        const earlier = await signIn()
        const later = await signIn(newSession({ endsMac: earlier.mac }))
        assert.equal(await store.sessions.find(earlier.mac), undefined)
        assert.ok(await store.sessions.find(later.mac))
        const [last] = (await test.actionsOf(earlier.developer.developerId)).slice(-1)
        assert.equal(last, 'session.ended')
      })

      it('expire after a week without use, and after thirty days in use', async () => {
        const idle = await signIn()
        test.clock.advance(7 * DAY_MS - 1)
        assert.ok(await store.sessions.find(idle.mac))
        test.clock.advance(7 * DAY_MS)
        assert.equal(await store.sessions.find(idle.mac), undefined)
        assert.deepEqual(await store.sessions.list(idle.developer.developerId), [])
        const busy = await signIn()
        for (let day = 0; day < 29; day += 1) {
          test.clock.advance(DAY_MS)
          assert.ok(await store.sessions.find(busy.mac))
        }
        test.clock.advance(DAY_MS)
        assert.equal(await store.sessions.find(busy.mac), undefined)
      })

      it('record their use at most every five minutes', async () => {
        const { developer, mac } = await signIn()
        const usedAtMs = async () =>
          (await store.sessions.list(developer.developerId)).map((entry) => entry.usedAtMs)
        const begunAtMs = test.clock.nowMs()
        test.clock.advance(5 * MINUTE_MS - 1)
        await store.sessions.find(mac)
        assert.deepEqual(await usedAtMs(), [begunAtMs])
        test.clock.advance(1)
        await store.sessions.find(mac)
        assert.deepEqual(await usedAtMs(), [begunAtMs + 5 * MINUTE_MS])
      })

      it('are ended by their developer, one by one or all others', async () => {
        const first = await signIn()
        const by = actor(first.developer)
        for (let count = 0; count < 3; count += 1) {
          const { mac } = await invite({ developerId: first.developer.developerId })
          await store.invitations.use(mac, newSession({ agent: `browser ${count}` }))
        }
        const stranger = await signIn()
        const current = (await store.sessions.find(first.mac))?.sessionId ?? ''
        const theirs = (await store.sessions.find(stranger.mac))?.sessionId ?? ''
        const others = (await store.sessions.list(by.developerId)).filter(
          ({ sessionId }) => sessionId !== current,
        )
        assert.equal(others.length, 3)
        assert.equal(await store.sessions.end(theirs, by), false)
        assert.equal(await store.sessions.end(others[0]?.sessionId ?? '', by), true)
        assert.equal(await store.sessions.endOthers(current, by), 2)
        assert.deepEqual(
          (await store.sessions.list(by.developerId)).map(({ sessionId }) => sessionId),
          [current],
        )
        assert.ok(await store.sessions.find(stranger.mac))
        const ends = (await test.actionsOf(by.developerId)).filter(
          (action) => action === 'session.ended',
        )
        assert.equal(ends.length, 3)
      })

      it('of a suspended developer are rejected', async () => {
        const { developer, mac } = await signIn()
        await test.suspend(developer.developerId)
        assert.equal(await test.other.sessions.find(mac), undefined)
      })
    })

    describe('by a provider', () => {
      it('creates one developer for a new person, and finds them again', async () => {
        const person = newPerson()
        const first = started(await store.identities.signIn(person, 'open', newSession()))
        assert.deepEqual([first.developer.name, first.developer.isWaiting], [person.name, false])
        test.clock.advance(1)
        const renamed = { ...person, name: newName() }
        const again = started(
          await test.other.identities.signIn(renamed, 'invitation', newSession()),
        )
        assert.deepEqual(again.developer, first.developer)
        assert.deepEqual(await test.actionsOf(first.developer.developerId), [
          'developer.created',
          'identity.added',
          'session.begun',
          'session.begun',
        ])
      })

      it('creates one developer for ten concurrent sign-ins of a person', async () => {
        const person = newPerson()
        const results = await Promise.all(
          Array.from({ length: 10 }, (_, nth) =>
            (nth % 2 === 0 ? store : test.other).identities.signIn(person, 'open', newSession()),
          ),
        )
        const developers = new Set(results.map((result) => started(result).developer.developerId))
        assert.equal(developers.size, 1)
        const [id = ''] = developers
        assert.equal((await store.identities.list(id)).length, 1)
        assert.equal((await store.sessions.list(id)).length, 10)
      })

      it('numbers a taken name, and distinguishes people with one name and two issuers', async () => {
        const who = newName()
        const subject = newName()
        const names: string[] = []
        for (let nth = 0; nth < 11; nth += 1) {
          const person = { ...newPerson({ name: who, subject }), issuer: `https://${nth}.example` }
          names.push(
            started(await store.identities.signIn(person, 'open', newSession())).developer.name,
          )
        }
        assert.deepEqual(names.slice(0, 3), [who, `${who} 2`, `${who} 3`])
        assert.equal(new Set(names).size, 11)
      })

      it('puts an unknown person on the waiting list, or rejects them', async () => {
        const waits = await store.identities.signIn(newPerson(), 'approval', newSession())
        assert.equal(started(waits).developer.isWaiting, true)
        const stranger = newPerson()
        const session = newSession()
        assert.equal(await store.identities.signIn(stranger, 'invitation', session), 'not_invited')
        assert.equal(await store.sessions.find(session.mac), undefined)
      })

      it('rejects a suspended developer', async () => {
        const person = newPerson()
        const { developer } = started(await store.identities.signIn(person, 'open', newSession()))
        await test.suspend(developer.developerId)
        assert.equal(await store.identities.signIn(person, 'open', newSession()), 'suspended')
      })

      it('adds a person to the signed-in developer, and never to two', async () => {
        const [one, two] = [await signIn(), await signIn()]
        const person = newPerson()
        assert.equal(await store.identities.add(person, actor(one.developer)), 'added')
        assert.equal(await store.identities.add(person, actor(one.developer)), 'known')
        assert.equal(await store.identities.add(person, actor(two.developer)), 'taken')
        const signedIn = started(await store.identities.signIn(person, 'invitation', newSession()))
        assert.deepEqual(signedIn.developer, one.developer)
      })

      it('removes a person only of the developer, and never the last by a provider session, also concurrently', async () => {
        const person = newPerson()
        const session = newSession()
        const { developer } = started(await store.identities.signIn(person, 'open', session))
        const by = actor(developer)
        const sessionId = (await store.sessions.find(session.mac))?.sessionId ?? ''
        await store.identities.add(newPerson(), by)
        const ids = (await store.identities.list(by.developerId)).map((entry) => entry.identityId)
        const other = await signIn()
        const stranger = actor(other.developer)
        const theirs = (await store.sessions.find(other.mac))?.sessionId ?? ''
        assert.equal(await store.identities.remove(ids[0] ?? '', stranger, theirs), undefined)
        const results = await Promise.all([
          // A link started this session, but of another developer.
          store.identities.remove(ids[0] ?? '', by, theirs),
          test.other.identities.remove(ids[1] ?? '', by, sessionId),
        ])
        assert.deepEqual(results.toSorted(), ['last_one', 'removed'])
        assert.equal((await store.identities.list(by.developerId)).length, 1)
      })

      it('ends the sessions of a removed person, and no others', async () => {
        const { developer, mac: ofLink } = await signIn()
        const by = actor(developer)
        const [one, two] = [newPerson(), newPerson()]
        for (const person of [one, two]) await store.identities.add(person, by)
        const sessions = [newSession(), newSession(), newSession()]
        for (const [nth, person] of [one, one, two].entries()) {
          await store.identities.signIn(person, 'invitation', sessions[nth] ?? newSession())
        }
        const identity = (await store.identities.list(by.developerId)).find(
          (entry) => entry.name === one.name,
        )
        const sessionId = (await store.sessions.find(ofLink))?.sessionId ?? ''
        await store.identities.remove(identity?.identityId ?? '', by, sessionId)
        const alive = [...sessions.map(({ mac }) => mac), ofLink].map((mac) =>
          store.sessions.find(mac),
        )
        assert.deepEqual(
          (await Promise.all(alive)).map((found) => found !== undefined),
          [false, false, true, true],
        )
      })
    })
  })
}
