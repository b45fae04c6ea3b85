import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { AccountService } from '../../src/accounts/open-account-service.ts'
import { CHANGES_PER_DAY_MAX } from '../../src/accounts/self-service-keys.ts'
import { DAY_MS } from '../../src/platform/time/time-units.ts'
import type { AccountDatabase } from '../../src/accounts/store/schema.ts'
import type { ManualClock } from '../harness/manual-clock.ts'
import { newName } from './new-key.ts'
import { newApplication, newDeveloper, newSecret, TRAITS } from './portal-accounts.ts'

/** Accounts of developers who create as many rows as possible. */
export interface BoundedAccountsUnderTest {
  readonly accounts: AccountService
  /** The same accounts, for direct changes. */
  readonly database: AccountDatabase
  /** The clock of the accounts. */
  readonly clock: ManualClock
  close(): Promise<void>
}

/** Maximum listed keys of an application that have ended. */
const ENDED_MAX = 50

/** Contract for the bounds on the rows of one developer. */
export function boundedAccountsContract(
  name: string,
  open: () => Promise<BoundedAccountsUnderTest>,
): void {
  describe(`the ${name} accounts of one developer`, () => {
    let test: BoundedAccountsUnderTest
    before(async () => {
      test = await open()
    })
    after(() => test.close())

    const rowsOf = async (applicationId: string) => {
      const { database } = test
      const rows = await database
        .selectFrom('keys')
        .select('id')
        .where('application_id', '=', applicationId)
        .execute()
      return rows.map(({ id }) => id)
    }
    const retiredOf = async (applicationId: string) => {
      const { database } = test
      const rows = await database
        .selectFrom('retired_keys')
        .select('id')
        .where('application_id', '=', applicationId)
        .execute()
      return rows.map(({ id }) => id)
    }

    it('allow a bounded number of changes a day, and any number of revocations and removals', async () => {
      const { accounts: service, clock } = test
      const { by, applicationId } = await newApplication(service)
      // The application was the first change.
      for (let change = 1; change < CHANGES_PER_DAY_MAX; change += 1) {
        const renamed = await service.applications.rename(by, applicationId, `name ${change}`)
        assert.equal(typeof renamed, 'object')
      }
      const secret = newSecret()
      const refused = [
        await service.applications.rename(by, applicationId, 'one more'),
        await service.applications.create(by, newName(), 10),
        await service.selfServiceKeys.create(by, applicationId, secret, TRAITS),
      ]
      assert.deepEqual(refused, Array(3).fill('changes_full'))
      // Requests without a change are not counted, and other developers are unaffected.
      const same = await service.applications.rename(
        by,
        applicationId,
        `name ${CHANGES_PER_DAY_MAX - 1}`,
      )
      assert.equal(typeof same, 'object')
      await newApplication(service)
      clock.advance(DAY_MS)
      const made = await service.selfServiceKeys.create(by, applicationId, secret, TRAITS)
      assert.equal(typeof made, 'object')
      for (let change = 1; change < CHANGES_PER_DAY_MAX; change += 1) {
        await service.selfServiceKeys.change(by, secret.keyId, { name: `key ${change}` })
      }
      assert.equal(
        await service.selfServiceKeys.change(by, secret.keyId, { name: 'x' }),
        'changes_full',
      )
      assert.equal(
        await service.selfServiceKeys.rotate(by, secret.keyId, newSecret(), 0),
        'changes_full',
      )
      const revoked = await service.selfServiceKeys.revoke(by, secret.keyId)
      assert.ok(typeof revoked === 'object' && !revoked.isActive)
      assert.equal(await service.applications.remove(by, applicationId), true)
    })

    it('list the newest ended keys of an application, and keep only the ids of the others', async () => {
      const { accounts: service, clock } = test
      const { by, applicationId } = await newApplication(service)
      const made: string[] = []
      for (let time = 0; time < ENDED_MAX + 20; time += 1) {
        const secret = newSecret()
        await service.selfServiceKeys.create(by, applicationId, secret, TRAITS)
        await service.selfServiceKeys.revoke(by, secret.keyId)
        made.push(secret.keyId)
        clock.advance(1_000)
      }
      const rows = await rowsOf(applicationId)
      assert.ok(rows.length <= ENDED_MAX + 2, `${rows.length} rows`)
      const retired = await retiredOf(applicationId)
      assert.deepEqual([...rows, ...retired].toSorted(), made.toSorted())
      assert.deepEqual(retired.toSorted(), made.slice(0, retired.length).toSorted())
      const listed = await service.applications.get(by.developerId, applicationId)
      assert.deepEqual(
        listed?.keys.map(({ keyId }) => keyId),
        made.slice(-ENDED_MAX).toReversed(),
      )
    })

    it('list every active key with few row reads, however many keys ended after it', async () => {
      const { accounts: service, database, clock } = test
      const { by, applicationId } = await newApplication(service)
      const secret = newSecret()
      await service.selfServiceKeys.create(by, applicationId, secret, TRAITS)
      // As created by a version without bounds.
      const count = 3_000
      for (let start = 0; start < count; start += 100) {
        await database
          .insertInto('keys')
          .values(
            Array.from({ length: 100 }, (_, at) => ({
              id: newName(),
              application_id: applicationId,
              mac: new Uint8Array(32),
              pepper_id: 'pepper',
              scopes: '[]',
              regions: '[]',
              created_at_ms: clock.nowMs() + start + at + 1,
              expires_at_ms: at % 2 === 0 ? clock.nowMs() - 1 : null,
              revoked_at_ms: at % 2 === 0 ? null : clock.nowMs(),
              replaced_by: null,
            })),
          )
          .execute()
      }
      const listed = await service.applications.get(by.developerId, applicationId)
      assert.equal(listed?.keys.length, ENDED_MAX + 1)
      assert.equal(listed.keys.at(-1)?.keyId, secret.keyId)
      assert.ok(listed.keys.at(-1)?.isActive)

      let pieces = 0
      await service.pruneKeys(async () => (pieces += 1) < 3)
      assert.equal(pieces, 3)
      assert.equal((await rowsOf(applicationId)).length, count + 1 - 400)
      await service.pruneKeys(() => Promise.resolve(true))
      const rows = await rowsOf(applicationId)
      assert.equal(rows.length, ENDED_MAX + 1)
      assert.ok(rows.includes(secret.keyId))
      assert.equal((await retiredOf(applicationId)).length, count - ENDED_MAX)
    })

    it('delete removed applications and their keys after one day', async () => {
      const { accounts: service, database } = test
      const by = await newDeveloper(service)
      for (let time = 0; time < 30; time += 1) {
        const application = await service.applications.create(by, newName(), 10)
        assert.ok(typeof application === 'object')
        await service.selfServiceKeys.create(by, application.applicationId, newSecret(), TRAITS)
        await service.applications.remove(by, application.applicationId)
      }
      const rows = await database
        .selectFrom('applications')
        .select('id')
        .where('developer_id', '=', by.developerId)
        .execute()
      assert.ok(rows.length <= 22, `${rows.length} applications`)
    })

    it('have at most twenty sessions: another one ends the least recently used', async () => {
      const { accounts: service, clock } = test
      const person = { issuer: 'https://login.example', subject: newName(), name: newName() }
      const tokens: string[] = []
      for (let time = 0; time < 25; time += 1) {
        clock.advance(1_000)
        const browser = { agent: `browser ${time}`, sessionToken: undefined }
        const started = await service.signIn.signInIdentity(person, 'open', browser)
        assert.ok(typeof started === 'object')
        tokens.push(started.token)
      }
      const visitors = await Promise.all(tokens.map((token) => service.signIn.findSession(token)))
      assert.deepEqual(
        visitors.map((currentUser) => currentUser !== undefined),
        tokens.map((_, at) => at >= 5),
      )
    })
  })
}
