import { LIST_ROWS } from '../../../platform/sql/row-limits.ts'
import type { Actor, SignedInActor } from '../../audit-note.ts'
import type { Registration } from '../../registration.ts'
import type {
  ExternalIdentity,
  IdentityEntry,
  IdentityStore,
  NewSession,
} from '../../sign-in-store.ts'
import type { AccountOptions } from '../account-store-options.ts'
import { startSession, deleteEndedSessions } from './start-session.ts'
import { decide, reject, Rejection } from '../transaction-result.ts'
import { endSessions, type SessionEnd } from './end-sessions.ts'
import { insertAccessRequest } from '../developers/access-request-columns.ts'
import { insertDeveloper, lockPlan } from '../developers/insert-developer.ts'
import { lockDevelopers } from '../lock-rows.ts'
import type { AccountDatabase } from '../schema.ts'

/** A concurrent sign-in of the same new person was first. */
class IdentityTaken extends Error {}

/** Creates the SQL store of provider identities. */
export function createIdentities(options: AccountOptions): IdentityStore {
  return new SqlIdentityStore(options)
}

class SqlIdentityStore implements IdentityStore {
  readonly #options: AccountOptions
  readonly #database: AccountDatabase

  constructor(options: AccountOptions) {
    this.#options = options
    this.#database = options.database
  }

  async signIn(person: ExternalIdentity, registration: Registration, session: NewSession) {
    try {
      return await this.#signInOnce(person, registration, session)
    } catch (error) {
      if (!(error instanceof IdentityTaken)) throw error
      return this.#signInOnce(person, registration, session)
    }
  }

  add(person: ExternalIdentity, by: SignedInActor): Promise<'added' | 'known' | 'taken'> {
    return this.#database.transaction().execute(async (transaction) => {
      if ((await this.#insert(transaction, person, by.developerId)) !== undefined) {
        const note = { action: 'identity.added', by, developer: by, subject: person.name } as const
        await this.#options.writeAudit(transaction, note)
        return 'added'
      }
      const { developer_id: owner } = await transaction
        .selectFrom('identities')
        .select('developer_id')
        .where('issuer', '=', person.issuer)
        .where('subject', '=', person.subject)
        .executeTakeFirstOrThrow()
      return owner === by.developerId ? 'known' : 'taken'
    })
  }

  list(developerId: string): Promise<readonly IdentityEntry[]> {
    return readIdentities(this.#database, developerId)
  }

  async remove(identityId: string, by: SignedInActor, sessionId: string) {
    const { withReserve } = this.#options
    const removed = await withReserve(() =>
      decide(this.#database, async (transaction) => {
        // Locks the developer's row, so that removals of the last two persons run one after the
        // other.
        await lockDevelopers(transaction).select('id').where('id', '=', by.developerId).execute()
        const own = transaction
          .selectFrom('identities')
          .select(['id', 'name'])
          .where('developer_id', '=', by.developerId)
        const found = await own.where('id', '=', identityId).executeTakeFirst()
        if (found === undefined) return reject('unknown')
        const other = await own.where('id', '!=', identityId).limit(1).executeTakeFirst()
        if (other === undefined && !(await isOfLink(transaction, by.developerId, sessionId))) {
          return reject('last_one')
        }
        await this.#unlink(transaction, { identityId, person: found.name, developer: by, by })
        return 'removed'
      }),
    )
    return removed === 'unknown' ? undefined : removed
  }

  revoke(identityId: string, by: Actor): Promise<string | undefined> {
    const { withReserve } = this.#options
    return withReserve(() =>
      this.#database.transaction().execute(async (transaction) => {
        const found = await transaction
          .selectFrom('identities')
          .innerJoin('developers', 'developers.id', 'identities.developer_id')
          .select(['developers.id', 'developers.name', 'identities.name as person'])
          .where('identities.id', '=', identityId)
          .executeTakeFirst()
        if (found === undefined) return undefined
        const developer = { developerId: found.id, name: found.name }
        // Locks the developer's row, so that a sign-in happens before or after the whole change.
        await lockDevelopers(transaction).select('id').where('id', '=', found.id).execute()
        await this.#unlink(transaction, { identityId, person: found.person, developer, by })
        return found.id
      }),
    )
  }

  /** Deletes a person and ends their sessions. */
  async #unlink(
    transaction: AccountDatabase,
    {
      identityId,
      person,
      developer,
      by,
    }: Pick<SessionEnd, 'developer' | 'by'> & {
      readonly identityId: string
      readonly person: string
    },
  ): Promise<void> {
    await transaction.deleteFrom('identities').where('id', '=', identityId).execute()
    const which = { begunBy: identityId }
    const end = { developer, by, why: 'person removed', which }
    const ended = await endSessions(transaction, this.#options, end)
    await this.#options.writeAudit(transaction, {
      action: 'identity.removed',
      by,
      developer,
      subject: person,
      details: { sessions: String(ended) },
    })
  }

  #signInOnce(person: ExternalIdentity, registration: Registration, session: NewSession) {
    return decide(this.#database, async (transaction) => {
      const known = await lockKnown(transaction, person)
      if (known !== undefined && known.suspended_at_ms !== null) return reject('suspended')
      if (known === undefined && registration === 'invitation') return reject('not_invited')
      await deleteEndedSessions(transaction, this.#options.nowMs())
      const signedIn =
        known === undefined
          ? await this.#register(transaction, person, registration === 'approval')
          : { developerId: known.id, identityId: await identityOf(transaction, person, known.id) }
      if (signedIn instanceof Rejection) return signedIn
      // The person was removed while this transaction waited for the developer's row.
      if (signedIn.identityId === undefined)
        throw new IdentityTaken('This person was unlinked concurrently.')
      const { developerId, identityId } = signedIn
      const started = { developerId, identityId, session, by: 'provider' } as const
      return startSession(transaction, this.#options, started)
    })
  }

  /** Creates a developer for an unknown person. */
  async #register(transaction: AccountDatabase, person: ExternalIdentity, isWaiting: boolean) {
    const { starterPlan, writeAudit } = this.#options
    // Locks the plan before the developer, in the same order as its removal.
    const plan = await lockPlan(transaction, starterPlan)
    const { name } = person
    const developer = await insertDeveloper(transaction, this.#options, { name, isWaiting, plan })
    if (isWaiting) {
      const request = { kind: 'access', ...developer, purpose: '', contact: '' } as const
      const id = await insertAccessRequest(transaction, this.#options, request)
      if (id === undefined) return reject('queue_full')
    }
    const identity = await this.#insert(transaction, person, developer.developerId)
    if (identity === undefined) {
      throw new IdentityTaken('This person was registered concurrently.')
    }
    const about = { by: { kind: 'developer' as const, ...developer }, developer }
    const details = {
      state: isWaiting ? 'waiting' : 'active',
      ...(plan !== undefined && { plan }),
    }
    await writeAudit(
      transaction,
      { ...about, action: 'developer.created', details },
      { ...about, action: 'identity.added', subject: person.name },
    )
    return { developerId: developer.developerId, identityId: identity.id }
  }

  #insert(transaction: AccountDatabase, person: ExternalIdentity, developerId: string) {
    const { newId, nowMs } = this.#options
    return transaction
      .insertInto('identities')
      .values({ ...person, id: newId(), developer_id: developerId, created_at_ms: nowMs() })
      .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
      .returning('id')
      .executeTakeFirst()
  }
}

/** Returns the first 500 persons who sign in as a developer, oldest first. */
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
    .limit(LIST_ROWS)
    .execute()
}

/** Returns whether a link started this session of a developer. */
async function isOfLink(
  transaction: AccountDatabase,
  developerId: string,
  sessionId: string,
): Promise<boolean> {
  const session = await transaction
    .selectFrom('sessions')
    .select('signed_in_by')
    .where('id', '=', sessionId)
    .where('developer_id', '=', developerId)
    .executeTakeFirst()
  return session?.signed_in_by === 'link'
}

/** Returns the id of a person who signs in as this developer. */
async function identityOf(
  transaction: AccountDatabase,
  { issuer, subject }: ExternalIdentity,
  developerId: string,
): Promise<string | undefined> {
  const identity = await transaction
    .selectFrom('identities')
    .select('id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('developer_id', '=', developerId)
    .executeTakeFirst()
  return identity?.id
}

/**
 * Locks the row of the developer linked to a person, so that a suspension happens either before or
 * after the whole sign-in.
 */
function lockKnown(transaction: AccountDatabase, { issuer, subject }: ExternalIdentity) {
  return lockDevelopers(transaction)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('identities')
        .select('developer_id')
        .where('issuer', '=', issuer)
        .where('subject', '=', subject),
    )
    .select(['id', 'suspended_at_ms'])
    .executeTakeFirst()
}
