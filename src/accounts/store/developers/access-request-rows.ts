import { DAY_MS } from '../../../platform/time/time-units.ts'
import {
  PENDING_MAX,
  type AccessRequest,
  type AccessRequestStore,
  type Approval,
  type DeveloperRequest,
  type NewAccessRequest,
} from '../../access-request-store.ts'
import type { Actor, SignedInActor } from '../../audit-note.ts'
import {
  accessRequestOf,
  accessRequestRows,
  countPending,
  insertAccessRequest,
} from './access-request-columns.ts'
import type { AccountOptions } from '../account-store-options.ts'
import { countDailyChange } from './daily-changes.ts'
import { insertDeveloper, lockPlan } from './insert-developer.ts'
import { lockDevelopers } from '../lock-rows.ts'
import type { AccountDatabase, AccountTables } from '../schema.ts'
import { decide, reject, type Rejection } from '../transaction-result.ts'

/** Milliseconds for which the secret of an approved request signs in. */
const SIGN_IN_MS = 30 * DAY_MS

/** Maximum listed requests of one developer, and maximum listed decided requests. */
const [LISTED_OF_ONE_MAX, LISTED_DECIDED_MAX] = [20, 100]

/** Creates the SQL store of access requests. */
export function createAccessRequestStore(options: AccountOptions): AccessRequestStore {
  return new SqlAccessRequestStore(options)
}

class SqlAccessRequestStore implements AccessRequestStore {
  readonly #options: AccountOptions
  readonly #database: AccountDatabase

  constructor(options: AccountOptions) {
    this.#options = options
    this.#database = options.database
  }

  submit({ mac, name, purpose, contact }: NewAccessRequest) {
    return decide(this.#database, async (transaction) => {
      const values = { kind: 'access', mac, name, purpose, contact } as const
      const id = await insertAccessRequest(transaction, this.#options, values)
      if (id === undefined) return reject('queue_full')
      await this.#options.writeAudit(transaction, {
        action: 'access.requested',
        by: { kind: 'anyone' },
        subject: name,
      })
      return read(transaction, id)
    })
  }

  ask(by: SignedInActor, { purpose, contact, plan }: DeveloperRequest) {
    const { nowMs, writeAudit } = this.#options
    return decide(this.#database, async (transaction) => {
      if (plan !== undefined && (await lockPlan(transaction, plan)) === undefined) {
        return reject('no_plan')
      }
      // Locks the developer's row, so that two of their requests do not both become pending.
      const developer = await lockDevelopers(transaction)
        .where('id', '=', by.developerId)
        .select(['name', 'waiting_since_ms'])
        .executeTakeFirstOrThrow()
      if (!(await countDailyChange(transaction, by.developerId, nowMs()))) {
        return reject('changes_full')
      }
      const kind = developer.waiting_since_ms === null ? 'more' : 'access'
      const { developerId } = by
      const values = { kind, developerId, name: developer.name, purpose, contact, plan } as const
      const id =
        (await replacePending(transaction, values)) ??
        (await insertAccessRequest(transaction, this.#options, values))
      if (id === undefined) return reject('queue_full')
      const details = { kind, ...(plan !== undefined && { plan }) }
      await writeAudit(transaction, { action: 'access.requested', by, developer: by, details })
      return read(transaction, id)
    })
  }

  async findByMac(mac: Uint8Array): Promise<AccessRequest | undefined> {
    const row = await accessRequestRows(this.#database)
      .where('token_mac', '=', mac)
      .executeTakeFirst()
    return row === undefined ? undefined : accessRequestOf(row)
  }

  async listOf(developerId: string): Promise<readonly AccessRequest[]> {
    const rows = await accessRequestRows(this.#database)
      .where('developer_id', '=', developerId)
      .orderBy('access_requests.created_at_ms', 'desc')
      .orderBy('access_requests.id', 'desc')
      .limit(LISTED_OF_ONE_MAX)
      .execute()
    return rows.map(accessRequestOf)
  }

  async list(): Promise<readonly AccessRequest[]> {
    const pending = await accessRequestRows(this.#database)
      .where('state', '=', 'pending')
      .orderBy('access_requests.created_at_ms')
      .orderBy('access_requests.id')
      .limit(PENDING_MAX * 2)
      .execute()
    const decided = await accessRequestRows(this.#database)
      .where('state', '!=', 'pending')
      .orderBy('decided_at_ms', 'desc')
      .orderBy('access_requests.id', 'desc')
      .limit(LISTED_DECIDED_MAX)
      .execute()
    const waiting = pending.map(accessRequestOf).filter(({ state }) => state === 'pending')
    return [...waiting, ...decided.map(accessRequestOf)]
  }

  countPending(): Promise<number> {
    return countPending(this.#database)
  }

  approve(by: Actor, accessRequestId: string, { plan, answer }: Approval) {
    return decide(this.#database, async (transaction) => {
      // Locks the plan first, in the same order as its removal.
      const assigned = await this.#planToAssign(transaction, plan)
      if (typeof plan === 'string' && assigned === undefined) return reject('no_plan')
      const row = await this.#close(transaction, accessRequestId, 'approved', answer)
      if ('why' in row) return row
      const developer =
        row.developer_id === null
          ? await this.#createDeveloper(transaction, row, assigned, by)
          : await this.#grant(transaction, row.developer_id, plan)
      const details = { kind: row.kind, ...(typeof plan === 'string' && { plan }) }
      await this.#options.writeAudit(transaction, {
        action: 'access.approved',
        by,
        developer,
        details,
      })
      return read(transaction, accessRequestId)
    })
  }

  deny(by: Actor, accessRequestId: string, answer: string) {
    return decide(this.#database, async (transaction) => {
      const row = await this.#close(transaction, accessRequestId, 'denied', answer)
      if ('why' in row) return row
      const { developer_id: developerId, name, kind } = row
      await this.#options.writeAudit(transaction, {
        action: 'access.denied',
        by,
        ...(developerId === null ? { subject: name } : { developer: { developerId, name } }),
        details: { kind },
      })
      return read(transaction, accessRequestId)
    })
  }

  /** Returns and locks the plan of a new developer; `undefined`: none. */
  #planToAssign(transaction: AccountDatabase, plan: string | null | undefined) {
    const wanted = plan === undefined ? this.#options.starterPlan : (plan ?? undefined)
    return lockPlan(transaction, wanted)
  }

  /** Ends a pending request. Of concurrent decisions one succeeds. */
  async #close(
    transaction: AccountDatabase,
    id: string,
    state: 'approved' | 'denied',
    answer: string,
  ): Promise<AccountTables['access_requests'] | Rejection<'not_found' | 'decided'>> {
    const row = await transaction
      .updateTable('access_requests')
      .set({ state, answer, decided_at_ms: this.#options.nowMs() })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .returningAll()
      .executeTakeFirst()
    if (row !== undefined) return row
    const known = await transaction
      .selectFrom('access_requests')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()
    return reject(known === undefined ? 'not_found' : 'decided')
  }

  /** Creates the developer of a request without an account, with the requester's sign-in link. */
  async #createDeveloper(
    transaction: AccountDatabase,
    { id, name, token_mac }: AccountTables['access_requests'],
    plan: string | undefined,
    by: Actor,
  ) {
    const { newId, nowMs, writeAudit } = this.#options
    const developer = await insertDeveloper(transaction, this.#options, {
      name,
      plan,
      isWaiting: false,
    })
    const now = nowMs()
    if (token_mac !== null) {
      await transaction
        .insertInto('invitations')
        .values({
          id: newId(),
          token_mac,
          developer_id: developer.developerId,
          makes_operator: 0,
          created_at_ms: now,
          expires_at_ms: now + SIGN_IN_MS,
          used_at_ms: null,
          withdrawn_at_ms: null,
        })
        .execute()
    }
    await transaction
      .updateTable('access_requests')
      .set({ developer_id: developer.developerId })
      .where('id', '=', id)
      .execute()
    const details = { ...(plan !== undefined && { plan }) }
    await writeAudit(transaction, { action: 'developer.created', by, developer, details })
    return developer
  }

  /** Approves a waiting developer, and assigns the plan if one is given. */
  async #grant(transaction: AccountDatabase, developerId: string, plan: string | null | undefined) {
    const { name } = await transaction
      .updateTable('developers')
      .set({ waiting_since_ms: null, ...(plan !== undefined && { plan }) })
      .where('id', '=', developerId)
      .returning('name')
      .executeTakeFirstOrThrow()
    return { developerId, name }
  }
}

/** Replaces the pending request of the same kind; `undefined` when there is none. */
async function replacePending(
  transaction: AccountDatabase,
  {
    kind,
    developerId,
    purpose,
    contact,
    plan,
  }: DeveloperRequest & { readonly kind: string; readonly developerId: string },
): Promise<string | undefined> {
  const replaced = await transaction
    .updateTable('access_requests')
    .set({ purpose, contact, plan: plan ?? null })
    .where('developer_id', '=', developerId)
    .where('kind', '=', kind)
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  return replaced?.id
}

async function read(transaction: AccountDatabase, id: string): Promise<AccessRequest> {
  const row = await accessRequestRows(transaction)
    .where('access_requests.id', '=', id)
    .executeTakeFirstOrThrow()
  return accessRequestOf(row)
}
