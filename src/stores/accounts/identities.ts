import type {
  BegunSession,
  IdentityEntry,
  Person,
  SignInStore,
} from '../../domain/sign-in-store.ts'
import type { AccountParts } from './account-parts.ts'
import { beginSession, forgetOverSessions } from './begin-session.ts'
import { decide, refuse } from './decide.ts'
import { holdDevelopers } from './hold-rows.ts'
import type { AccountDatabase } from './schema.ts'

/** Names that are tried for a new developer before one is made up. */
const NUMBERED_NAMES = 9

/** Somebody else signed in as the same new person at the same time, and was first. */
class PersonTaken extends Error {}

/** People of a provider, and whom they sign in as, in SQL. */
export function createIdentities(
  parts: AccountParts,
): Pick<SignInStore, 'signInPerson' | 'addIdentity' | 'listIdentities' | 'removeIdentity'> {
  const { database, newId, nowMs, writeAudit } = parts

  const insert = (transaction: AccountDatabase, person: Person, developerId: string) =>
    transaction
      .insertInto('identities')
      .values({ ...person, id: newId(), developer_id: developerId, created_at_ms: nowMs() })
      .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
      .returning('id')
      .executeTakeFirst()

  const makeDeveloper = async (
    transaction: AccountDatabase,
    person: Person,
    isWaiting: boolean,
  ): Promise<string> => {
    const now = nowMs()
    for (let nth = 1; ; nth += 1) {
      const suffix = nth > NUMBERED_NAMES ? ` ${newId().slice(0, 8)}` : ` ${nth}`
      const made = await transaction
        .insertInto('developers')
        .values({
          id: newId(),
          name: nth === 1 ? person.name : person.name + suffix,
          created_at_ms: now,
          waiting_since_ms: isWaiting ? now : null,
        })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning(['id as developerId', 'name'])
        .executeTakeFirst()
      if (made === undefined) continue
      if ((await insert(transaction, person, made.developerId)) === undefined) {
        throw new PersonTaken('This person was made a developer at the same time.')
      }
      const about = { by: { kind: 'developer' as const, ...made }, developer: made }
      await writeAudit(
        transaction,
        {
          ...about,
          action: 'developer.created',
          details: { state: isWaiting ? 'waiting' : 'active' },
        },
        { ...about, action: 'identity.added', subject: person.name },
      )
      return made.developerId
    }
  }

  const signInOnce: SignInStore['signInPerson'] = (person, registration, session) =>
    decide(database, async (transaction) => {
      const known = await lockKnown(transaction, person)
      if (known !== undefined && known.suspended_at_ms !== null) return refuse('suspended')
      if (known === undefined && registration === 'invitation') return refuse('not_invited')
      await forgetOverSessions(transaction, nowMs())
      const developerId =
        known?.id ?? (await makeDeveloper(transaction, person, registration === 'approval'))
      return beginSession(transaction, parts, { developerId, session, by: 'provider' })
    })

  return {
    signInPerson: async (
      person,
      registration,
      session,
    ): Promise<BegunSession | 'suspended' | 'not_invited'> => {
      try {
        return await signInOnce(person, registration, session)
      } catch (error) {
        if (!(error instanceof PersonTaken)) throw error
        return signInOnce(person, registration, session)
      }
    },
    addIdentity: (person, by) =>
      database.transaction().execute(async (transaction) => {
        if ((await insert(transaction, person, by.developerId)) !== undefined) {
          const subject = person.name
          await writeAudit(transaction, { action: 'identity.added', by, developer: by, subject })
          return 'added'
        }
        const { developer_id: owner } = await transaction
          .selectFrom('identities')
          .select('developer_id')
          .where('issuer', '=', person.issuer)
          .where('subject', '=', person.subject)
          .executeTakeFirstOrThrow()
        return owner === by.developerId ? 'known' : 'taken'
      }),
    listIdentities: (developerId) => readIdentities(database, developerId),
    removeIdentity: async (identityId, by) => {
      const removed = await decide(database, async (transaction) => {
        // Takes the developer's row, so that two who remove the last two wait for each other.
        await holdDevelopers(transaction).where('id', '=', by.developerId).execute()
        const all = await transaction
          .selectFrom('identities')
          .select(['id', 'name'])
          .where('developer_id', '=', by.developerId)
          .execute()
        const found = all.find(({ id }) => id === identityId)
        if (found === undefined) return refuse('unknown')
        if (all.length === 1) return refuse('last_one')
        await transaction.deleteFrom('identities').where('id', '=', identityId).execute()
        const subject = found.name
        await writeAudit(transaction, { action: 'identity.removed', by, developer: by, subject })
        return 'removed'
      })
      return removed === 'unknown' ? undefined : removed
    },
  }
}

/** The people who sign in as a developer, in the order in which they came. */
export function readIdentities(
  database: AccountDatabase,
  developerId: string,
): Promise<readonly IdentityEntry[]> {
  return database
    .selectFrom('identities')
    .select(['id as identityId', 'name', 'created_at_ms as createdAtMs'])
    .where('developer_id', '=', developerId)
    .orderBy('created_at_ms')
    .orderBy('id')
    .execute()
}

/** Holds the row of the developer whom a person signs in as: who suspends them does so before all of this, or after it. */
function lockKnown(transaction: AccountDatabase, { issuer, subject }: Person) {
  return holdDevelopers(transaction)
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('identities')
        .select('developer_id')
        .where('issuer', '=', issuer)
        .where('subject', '=', subject),
    )
    .returning(['id', 'suspended_at_ms'])
    .executeTakeFirst()
}
