import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { COMMAND, type SignedInActor } from '../../src/domain/audit.ts'
import type {
  BegunSession,
  NewSession,
  SignInDeveloper,
  SignInStore,
} from '../../src/domain/sign-in-store.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/time-units.ts'
import type { ManualClock } from '../harness/manual-clock.ts'
import { newName } from './new-key.ts'

/** A store of who signs in, under test. */
export interface SignInStoreUnderTest {
  readonly store: SignInStore
  /** The same accounts, opened a second time where one process may: SQLite would wait for itself. */
  readonly other: SignInStore
  /** The clock that both were opened with. */
  readonly clock: ManualClock
  /** Suspends a developer, as another part of the accounts does. */
  suspend(developerId: string): Promise<void>
  /** What the audit trail says of a developer, in its order. */
  actionsOf(developerId: string): Promise<readonly string[]>
  close(): Promise<void>
}

/** What every store of who signs in must do. Each promise uses developers of its own. */
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
    const invite = async (
      about: { name?: string; isOperator?: boolean; validMs?: number } = {},
    ) => {
      const { name: developer = newName(), isOperator = false, validMs = HOUR_MS } = about
      const mac = newMac()
      const expiresAtMs = test.clock.nowMs() + validMs
      const made = await store.makeInvitation(
        { mac, name: developer, isOperator, expiresAtMs },
        COMMAND,
      )
      return { mac, name: developer, made }
    }
    const newPerson = (about: { subject?: string; name?: string } = {}) => ({
      issuer: 'https://login.example.org',
      subject: newName(),
      name: newName(),
      ...about,
    })
    const begun = (result: BegunSession | string | undefined): BegunSession => {
      assert.ok(typeof result === 'object', JSON.stringify(result))
      return result
    }
    const signIn = async (session = newSession()) => {
      const { mac } = await invite()
      const { developer } = begun(await store.useInvitation(mac, session))
      return { developer, mac: session.mac }
    }
    const actor = ({ developerId, name: who }: SignInDeveloper): SignedInActor => ({
      kind: 'developer',
      developerId,
      name: who,
    })

    describe('by a link', () => {
      it('makes the developer who was invited, and signs in as them', async () => {
        const { mac, name: who } = await invite()
        const { developer, expiresAtMs } = begun(await store.useInvitation(mac, newSession()))
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

      it('invites a developer who is there without making another one', async () => {
        const { developer } = await signIn()
        const { mac } = await invite({ name: developer.name })
        const again = begun(await store.useInvitation(mac, newSession()))
        assert.equal(again.developer.developerId, developer.developerId)
      })

      it('approves who waits, once, for to be invited is an operator’s word', async () => {
        const person = newPerson()
        const first = begun(await store.signInPerson(person, 'approval', newSession()))
        const { developerId, name: who, isWaiting } = first.developer
        assert.equal(isWaiting, true)
        await invite({ name: who })
        await invite({ name: who })
        const again = begun(await store.signInPerson(person, 'approval', newSession()))
        assert.equal(again.developer.isWaiting, false)
        const approvals = (await test.actionsOf(developerId)).filter(
          (action) => action === 'developer.approved',
        )
        assert.equal(approvals.length, 1)
      })

      it('makes no operator of whom the role is taken from in the same moment', async () => {
        for (let round = 0; round < 25; round += 1) {
          const { mac, name: who } = await invite({ isOperator: true })
          const session = newSession()
          await Promise.all([
            store.useInvitation(mac, session),
            test.other.setRole(who, false, COMMAND),
          ])
          const found = await store.findSession(session.mac)
          assert.notEqual(found?.developer.isOperator, true)
        }
      })

      it('signs in once, also of twenty who try at once', async () => {
        const { mac } = await invite()
        const sessions = Array.from({ length: 20 }, () => newSession())
        const results = await Promise.all(
          sessions.map((session, nth) =>
            (nth % 2 === 0 ? store : test.other).useInvitation(mac, session),
          ),
        )
        assert.equal(results.filter((result) => result !== undefined).length, 1)
        const alive = await Promise.all(sessions.map((session) => store.findSession(session.mac)))
        assert.equal(alive.filter((found) => found !== undefined).length, 1)
        assert.equal(await store.findInvitation(mac), undefined)
      })

      it('refuses what is unknown, too old or withdrawn, and can be looked at until then', async () => {
        assert.equal(await store.findInvitation(newMac()), undefined)
        assert.equal(await store.useInvitation(newMac(), newSession()), undefined)
        const old = await invite({ validMs: HOUR_MS })
        assert.deepEqual(await store.findInvitation(old.mac), old.made)
        test.clock.advance(HOUR_MS)
        assert.equal(await store.findInvitation(old.mac), undefined)
        assert.equal(await store.useInvitation(old.mac, newSession()), undefined)
        const { mac, made } = await invite()
        assert.equal(await store.withdrawInvitation(made?.invitationId ?? '', COMMAND), true)
        assert.equal(await store.withdrawInvitation(made?.invitationId ?? '', COMMAND), false)
        assert.equal(await store.findInvitation(mac), undefined)
        assert.equal(await store.useInvitation(mac, newSession()), undefined)
      })

      it('lists links until a month after their end, those that were withdrawn not at all', async () => {
        const used = await invite()
        await store.useInvitation(used.mac, newSession())
        const withdrawn = await invite()
        await store.withdrawInvitation(withdrawn.made?.invitationId ?? '', COMMAND)
        const find = async (invitationId = '') =>
          (await store.listInvitations()).find((entry) => entry.invitationId === invitationId)
        const usedAtMs = test.clock.nowMs()
        assert.deepEqual(await find(used.made?.invitationId), { ...used.made, usedAtMs })
        assert.equal(await find(withdrawn.made?.invitationId), undefined)
        test.clock.advance(HOUR_MS + 30 * DAY_MS)
        assert.equal(await find(used.made?.invitationId), undefined)
      })

      it('makes an operator of whom it says so, and of nobody after the role was taken away', async () => {
        const { mac, name: who } = await invite({ isOperator: true })
        const first = begun(await store.useInvitation(mac, newSession()))
        assert.equal(first.developer.isOperator, true)
        const left = await invite({ name: who, isOperator: true })
        assert.equal((await store.setRole(who, false, COMMAND))?.isOperator, false)
        assert.equal(await store.useInvitation(left.mac, newSession()), undefined)
        const plain = await invite({ name: who })
        const again = begun(await store.useInvitation(plain.mac, newSession()))
        assert.equal(again.developer.isOperator, false)
        assert.equal((await store.setRole(who, true, COMMAND))?.isOperator, true)
        assert.equal(await store.setRole(newName(), true, COMMAND), undefined)
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

      it('does nothing for who is suspended, and uses nothing up', async () => {
        const { developer } = await signIn()
        const { mac } = await invite({ name: developer.name })
        await test.suspend(developer.developerId)
        assert.equal(await store.findInvitation(mac), 'suspended')
        assert.equal(await store.useInvitation(mac, newSession()), 'suspended')
        assert.equal((await invite({ name: developer.name })).made, undefined)
        const listed = await store.listInvitations()
        assert.ok(listed.some((entry) => entry.name === developer.name && !entry.usedAtMs))
      })
    })

    describe('sessions', () => {
      it('are found by what recognises their token alone', async () => {
        const { developer, mac } = await signIn()
        assert.deepEqual((await test.other.findSession(mac))?.developer, developer)
        assert.equal(await store.findSession(newMac()), undefined)
      })

      it('end with the one that takes their place in a browser', async () => {
        const earlier = await signIn()
        const later = await signIn(newSession({ endsMac: earlier.mac }))
        assert.equal(await store.findSession(earlier.mac), undefined)
        assert.ok(await store.findSession(later.mac))
        const [last] = (await test.actionsOf(earlier.developer.developerId)).slice(-1)
        assert.equal(last, 'session.ended')
      })

      it('are over after a week without use, and after thirty days with it', async () => {
        const idle = await signIn()
        test.clock.advance(7 * DAY_MS - 1)
        assert.ok(await store.findSession(idle.mac))
        test.clock.advance(7 * DAY_MS)
        assert.equal(await store.findSession(idle.mac), undefined)
        assert.deepEqual(await store.listSessions(idle.developer.developerId), [])
        const busy = await signIn()
        for (let day = 0; day < 29; day += 1) {
          test.clock.advance(DAY_MS)
          assert.ok(await store.findSession(busy.mac))
        }
        test.clock.advance(DAY_MS)
        assert.equal(await store.findSession(busy.mac), undefined)
      })

      it('are noted as used every five minutes at most', async () => {
        const { developer, mac } = await signIn()
        const usedAtMs = async () =>
          (await store.listSessions(developer.developerId)).map((entry) => entry.usedAtMs)
        const begunAtMs = test.clock.nowMs()
        test.clock.advance(5 * MINUTE_MS - 1)
        await store.findSession(mac)
        assert.deepEqual(await usedAtMs(), [begunAtMs])
        test.clock.advance(1)
        await store.findSession(mac)
        assert.deepEqual(await usedAtMs(), [begunAtMs + 5 * MINUTE_MS])
      })

      it('are ended by their developer, one by one or all others', async () => {
        const first = await signIn()
        const by = actor(first.developer)
        for (let count = 0; count < 3; count += 1) {
          const { mac } = await invite({ name: first.developer.name })
          await store.useInvitation(mac, newSession({ agent: `browser ${count}` }))
        }
        const stranger = await signIn()
        const kept = (await store.findSession(first.mac))?.sessionId ?? ''
        const theirs = (await store.findSession(stranger.mac))?.sessionId ?? ''
        const others = (await store.listSessions(by.developerId)).filter(
          ({ sessionId }) => sessionId !== kept,
        )
        assert.equal(others.length, 3)
        assert.equal(await store.endSession(theirs, by), false)
        assert.equal(await store.endSession(others[0]?.sessionId ?? '', by), true)
        assert.equal(await store.endOtherSessions(kept, by), 2)
        assert.deepEqual(
          (await store.listSessions(by.developerId)).map(({ sessionId }) => sessionId),
          [kept],
        )
        assert.ok(await store.findSession(stranger.mac))
        const ends = (await test.actionsOf(by.developerId)).filter(
          (action) => action === 'session.ended',
        )
        assert.equal(ends.length, 3)
      })

      it('of who is suspended are none', async () => {
        const { developer, mac } = await signIn()
        await test.suspend(developer.developerId)
        assert.equal(await test.other.findSession(mac), undefined)
      })
    })

    describe('by a provider', () => {
      it('makes one developer of a new person, and finds them again', async () => {
        const person = newPerson()
        const first = begun(await store.signInPerson(person, 'open', newSession()))
        assert.deepEqual([first.developer.name, first.developer.isWaiting], [person.name, false])
        test.clock.advance(1)
        const renamed = { ...person, name: newName() }
        const again = begun(await test.other.signInPerson(renamed, 'invitation', newSession()))
        assert.deepEqual(again.developer, first.developer)
        assert.deepEqual(await test.actionsOf(first.developer.developerId), [
          'developer.created',
          'identity.added',
          'session.begun',
          'session.begun',
        ])
      })

      it('makes one developer of a person who comes ten times at once', async () => {
        const person = newPerson()
        const results = await Promise.all(
          Array.from({ length: 10 }, (_, nth) =>
            (nth % 2 === 0 ? store : test.other).signInPerson(person, 'open', newSession()),
          ),
        )
        const developers = new Set(results.map((result) => begun(result).developer.developerId))
        assert.equal(developers.size, 1)
        const [id = ''] = developers
        assert.equal((await store.listIdentities(id)).length, 1)
        assert.equal((await store.listSessions(id)).length, 10)
      })

      it('numbers a name that is taken, and tells people of one name and two issuers apart', async () => {
        const who = newName()
        const subject = newName()
        const names: string[] = []
        for (let nth = 0; nth < 11; nth += 1) {
          const person = { ...newPerson({ name: who, subject }), issuer: `https://${nth}.example` }
          names.push(begun(await store.signInPerson(person, 'open', newSession())).developer.name)
        }
        assert.deepEqual(names.slice(0, 3), [who, `${who} 2`, `${who} 3`])
        assert.equal(new Set(names).size, 11)
      })

      it('lets wait for approval, or refuses, whom nobody knows', async () => {
        const waits = await store.signInPerson(newPerson(), 'approval', newSession())
        assert.equal(begun(waits).developer.isWaiting, true)
        const stranger = newPerson()
        const session = newSession()
        assert.equal(await store.signInPerson(stranger, 'invitation', session), 'not_invited')
        assert.equal(await store.findSession(session.mac), undefined)
      })

      it('refuses who is suspended', async () => {
        const person = newPerson()
        const { developer } = begun(await store.signInPerson(person, 'open', newSession()))
        await test.suspend(developer.developerId)
        assert.equal(await store.signInPerson(person, 'open', newSession()), 'suspended')
      })

      it('adds a person to who is signed in, and never to two', async () => {
        const [one, two] = [await signIn(), await signIn()]
        const person = newPerson()
        assert.equal(await store.addIdentity(person, actor(one.developer)), 'added')
        assert.equal(await store.addIdentity(person, actor(one.developer)), 'known')
        assert.equal(await store.addIdentity(person, actor(two.developer)), 'taken')
        const signedIn = begun(await store.signInPerson(person, 'invitation', newSession()))
        assert.deepEqual(signedIn.developer, one.developer)
      })

      it('removes a person of the developer alone, and never the last, also of two at once', async () => {
        const { developer } = await signIn()
        const by = actor(developer)
        await store.addIdentity(newPerson(), by)
        await store.addIdentity(newPerson(), by)
        const ids = (await store.listIdentities(by.developerId)).map((entry) => entry.identityId)
        const stranger = actor((await signIn()).developer)
        assert.equal(await store.removeIdentity(ids[0] ?? '', stranger), undefined)
        const results = await Promise.all([
          store.removeIdentity(ids[0] ?? '', by),
          test.other.removeIdentity(ids[1] ?? '', by),
        ])
        assert.deepEqual(results.toSorted(), ['last_one', 'removed'])
        assert.equal((await store.listIdentities(by.developerId)).length, 1)
      })
    })
  })
}
