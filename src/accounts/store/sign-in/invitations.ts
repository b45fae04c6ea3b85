import { LIST_ROWS } from '../../../platform/sql/row-limits.ts'
import type { Actor } from '../../audit-note.ts'
import type { DeveloperReference } from '../../developer-reference.ts'
import type {
  InvitationEntry,
  InvitationStore,
  NewInvitation,
  NewSession,
  OtherAccess,
  StartedSession,
} from '../../sign-in-store.ts'
import { DAY_MS } from '../../../platform/time/time-units.ts'
import type { AccountOptions } from '../account-store-options.ts'
import { startSession, deleteEndedSessions } from './start-session.ts'
import { decide, reject, Rejection } from '../transaction-result.ts'
import { endSessions } from './end-sessions.ts'
import { lockDevelopers } from '../lock-rows.ts'
import { readIdentities } from './identities.ts'
import { invitationEntry, invitationRows } from './invitation-columns.ts'
import { promoteToOperator } from './roles.ts'
import type { AccountDatabase } from '../schema.ts'
import { IS_SELF_REGISTERED } from './self-registered.ts'
import { actorOf } from './sign-in-developers.ts'

/** Milliseconds for which an invalid link stays listed. */
const LISTED_MS = 30 * DAY_MS

/** Creates the SQL store of sign-in links. */
export function createInvitations(options: AccountOptions): InvitationStore {
  return new SqlInvitationStore(options)
}

class SqlInvitationStore implements InvitationStore {
  readonly #options: AccountOptions
  readonly #database: AccountDatabase

  constructor(options: AccountOptions) {
    this.#options = options
    this.#database = options.database
  }

  create({ mac, isOperator, expiresAtMs, ...reference }: NewInvitation, by: Actor) {
    const { newId, nowMs, writeAudit } = this.#options
    return decide(this.#database, async (transaction) => {
      const now = nowMs()
      const developer = await findInvited(transaction, this.#options, reference, by)
      if (developer instanceof Rejection) return developer
      if (developer.suspended_at_ms !== null) return reject('suspended')
      // A link approves nobody, and an operator could approve themself.
      if (isOperator && developer.waiting_since_ms !== null) return reject('waiting')
      await transaction
        .deleteFrom('invitations')
        .where('expires_at_ms', '<=', now - LISTED_MS)
        .execute()
      const row = {
        id: newId(),
        token_mac: mac,
        developer_id: developer.developerId,
        makes_operator: isOperator ? 1 : 0,
        created_at_ms: now,
        expires_at_ms: expiresAtMs,
        used_at_ms: null,
        withdrawn_at_ms: null,
      }
      await transaction.insertInto('invitations').values(row).execute()
      const { developerId, name, is_self_registered } = developer
      await writeAudit(transaction, {
        action: 'developer.invited',
        by,
        developer: { developerId, name },
        details: {
          role: isOperator ? 'operator' : 'developer',
          expires: new Date(expiresAtMs).toISOString(),
        },
      })
      return invitationEntry({ ...row, name, is_self_registered })
    })
  }

  async find(mac: Uint8Array): Promise<InvitationEntry | 'suspended' | undefined> {
    const row = await invitationRows(this.#database)
      .where('token_mac', '=', mac)
      .where('used_at_ms', 'is', null)
      .where('expires_at_ms', '>', this.#options.nowMs())
      .executeTakeFirst()
    if (row === undefined) return undefined
    return row.suspended_at_ms === null ? invitationEntry(row) : 'suspended'
  }

  async list(): Promise<readonly InvitationEntry[]> {
    const found = await invitationRows(this.#database)
      .where('expires_at_ms', '>', this.#options.nowMs() - LISTED_MS)
      .orderBy('invitations.created_at_ms', 'desc')
      .orderBy('invitations.id')
      .limit(LIST_ROWS)
      .execute()
    return found.map(invitationEntry)
  }

  withdraw(invitationId: string, by: Actor): Promise<boolean> {
    const { nowMs, withReserve, writeAudit } = this.#options
    return withReserve(() =>
      this.#database.transaction().execute(async (transaction) => {
        const withdrawn = await transaction
          .updateTable('invitations')
          .set({ withdrawn_at_ms: nowMs() })
          .where('id', '=', invitationId)
          .where('used_at_ms', 'is', null)
          .where('withdrawn_at_ms', 'is', null)
          .where('expires_at_ms', '>', nowMs())
          .returning('developer_id')
          .executeTakeFirst()
        if (withdrawn === undefined) return false
        const developer = await transaction
          .selectFrom('developers')
          .select(['id as developerId', 'name'])
          .where('id', '=', withdrawn.developer_id)
          .executeTakeFirstOrThrow()
        await writeAudit(transaction, { action: 'invitation.withdrawn', by, developer })
        return true
      }),
    )
  }

  async use(
    mac: Uint8Array,
    session: NewSession,
  ): Promise<StartedSession | 'suspended' | undefined> {
    // An invalid token only causes a read, so that guessing cannot block others by locks.
    const found = await this.find(mac)
    if (typeof found !== 'object') return found
    const used = await decide(this.#database, async (transaction) => {
      if ((await lockInvited(transaction, mac)) === undefined) return reject('over')
      const link = await useOnce(transaction, mac, this.#options.nowMs())
      if (link === undefined) return reject('over')
      await deleteEndedSessions(transaction, this.#options.nowMs())
      const developerId = link.developer_id
      return link.makes_operator === 1
        ? this.#startOperatorSession(transaction, developerId, session)
        : startSession(transaction, this.#options, { developerId, session, by: 'link' })
    })
    if (typeof used === 'object') return used
    return (await this.find(mac)) === 'suspended' ? 'suspended' : undefined
  }

  /** Makes the developer an operator and ends the developer's other sessions. */
  async #startOperatorSession(
    transaction: AccountDatabase,
    developerId: string,
    session: NewSession,
  ): Promise<StartedSession> {
    const options = this.#options
    await promoteToOperator(transaction, options, developerId)
    const started = await startSession(transaction, options, { developerId, session, by: 'link' })
    const endedSessions = await endSessions(transaction, options, {
      developer: started.developer,
      by: actorOf(started.developer),
      why: 'operator link used',
      which: { allBut: session.mac },
    })
    const others = await readOthers(transaction, developerId, options.nowMs())
    return { ...started, otherAccess: { ...others, endedSessions } }
  }
}

/**
 * Returns the developer of a new link with a locked row; creates the developer when the reference
 * is a name.
 */
async function findInvited(
  transaction: AccountDatabase,
  { newId, nowMs, writeAudit }: AccountOptions,
  { developerId, name }: DeveloperReference,
  by: Actor,
) {
  const read = (column: 'id' | 'name', text: string) =>
    transaction
      .selectFrom('developers')
      .select(['id as developerId', 'name', 'suspended_at_ms', 'waiting_since_ms'])
      .select(IS_SELF_REGISTERED.as('is_self_registered'))
      .where(column, '=', text)
      .executeTakeFirst()
  if (developerId !== undefined) {
    await lockDevelopers(transaction).select('id').where('id', '=', developerId).execute()
    return (await read('id', developerId)) ?? reject('unknown_developer')
  }
  const made = await transaction
    .insertInto('developers')
    .values({ id: newId(), name, created_at_ms: nowMs(), created_by: by.kind })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning(['id as developerId', 'name'])
    .executeTakeFirst()
  if (made === undefined) return reject('developer_exists')
  await writeAudit(transaction, { action: 'developer.created', by, developer: made })
  return (await read('name', name)) ?? reject('unknown_developer')
}

/** Returns the other ways to sign in as a developer. */
async function readOthers(
  transaction: AccountDatabase,
  developerId: string,
  nowMs: number,
): Promise<Pick<OtherAccess, 'persons' | 'links'>> {
  const { links } = await transaction
    .selectFrom('invitations')
    .select(({ fn }) => fn.countAll<number>().as('links'))
    .where('developer_id', '=', developerId)
    .where('used_at_ms', 'is', null)
    .where('withdrawn_at_ms', 'is', null)
    .where('expires_at_ms', '>', nowMs)
    .executeTakeFirstOrThrow()
  return { persons: await readIdentities(transaction, developerId), links }
}

/**
 * Locks the row of the link's developer, so that a suspension or role change happens either before
 * or after the whole sign-in.
 */
function lockInvited(transaction: AccountDatabase, mac: Uint8Array) {
  return lockDevelopers(transaction)
    .where('id', '=', (eb) =>
      eb.selectFrom('invitations').select('developer_id').where('token_mac', '=', mac),
    )
    .select('id')
    .executeTakeFirst()
}

/** Marks the link as used in one statement, which fails for every later attempt. */
function useOnce(transaction: AccountDatabase, mac: Uint8Array, nowMs: number) {
  return transaction
    .updateTable('invitations')
    .set({ used_at_ms: nowMs })
    .where('token_mac', '=', mac)
    .where('used_at_ms', 'is', null)
    .where('withdrawn_at_ms', 'is', null)
    .where('expires_at_ms', '>', nowMs)
    .where('developer_id', 'in', (eb) =>
      eb.selectFrom('developers').select('id').where('suspended_at_ms', 'is', null),
    )
    .returning(['developer_id', 'makes_operator'])
    .executeTakeFirst()
}
