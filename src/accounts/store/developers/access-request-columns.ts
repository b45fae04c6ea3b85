import { DAY_MS } from '../../../platform/time/time-units.ts'
import {
  PENDING_MAX,
  type AccessRequest,
  type AccessRequestKind,
  type AccessRequestState,
} from '../../access-request-store.ts'
import type { AccountOptions } from '../account-store-options.ts'
import type { AccountDatabase, AccountTables } from '../schema.ts'

/** Milliseconds after which a request is deleted. */
const KEPT_MS = 90 * DAY_MS

/**
 * Selects requests with the developer's current name. A pending request of a developer whom an
 * older version approved counts as approved.
 */
export function accessRequestRows(database: AccountDatabase) {
  return database
    .selectFrom('access_requests')
    .leftJoin('developers', 'developers.id', 'access_requests.developer_id')
    .selectAll('access_requests')
    .select(['developers.name as developer_name', 'developers.waiting_since_ms'])
}

type Row = AccountTables['access_requests'] & {
  readonly developer_name: string | null
  readonly waiting_since_ms: number | null
}

/** Returns the request of an {@link accessRequestRows} row. */
export function accessRequestOf(row: Row): AccessRequest {
  const isOver =
    row.kind === 'access' &&
    row.state === 'pending' &&
    row.developer_id !== null &&
    row.waiting_since_ms === null
  return {
    accessRequestId: row.id,
    kind: row.kind as AccessRequestKind,
    state: isOver ? 'approved' : (row.state as AccessRequestState),
    name: row.developer_name ?? row.name,
    purpose: row.purpose,
    contact: row.contact,
    developerId: row.developer_id ?? undefined,
    plan: row.plan ?? undefined,
    createdAtMs: row.created_at_ms,
    decidedAtMs: row.decided_at_ms ?? undefined,
    answer: row.answer,
  }
}

/** Request to insert. */
export interface RequestValues {
  readonly kind: AccessRequestKind
  readonly developerId?: string
  readonly mac?: Uint8Array
  readonly name: string
  readonly purpose: string
  readonly contact: string
  readonly plan?: string | undefined
}

/**
 * Inserts a pending request and deletes old ones. Returns its id; `undefined` when the queue is
 * full.
 */
export async function insertAccessRequest(
  transaction: AccountDatabase,
  { newId, nowMs }: Pick<AccountOptions, 'newId' | 'nowMs'>,
  { kind, developerId, mac, name, purpose, contact, plan }: RequestValues,
): Promise<string | undefined> {
  const now = nowMs()
  await transaction
    .deleteFrom('access_requests')
    .where((eb) => eb(eb.fn.coalesce('decided_at_ms', 'created_at_ms'), '<=', now - KEPT_MS))
    .where((eb) =>
      // The request of a developer who still waits stays, or operators would lose sight of them.
      eb.not(
        eb.and([
          eb('state', '=', 'pending'),
          eb('kind', '=', 'access'),
          eb('developer_id', 'is not', null),
        ]),
      ),
    )
    .execute()
  if ((await countPending(transaction)) >= PENDING_MAX) return undefined
  const id = newId()
  await transaction
    .insertInto('access_requests')
    .values({
      id,
      kind,
      state: 'pending',
      developer_id: developerId ?? null,
      token_mac: mac ?? null,
      name,
      purpose,
      contact,
      plan: plan ?? null,
      created_at_ms: now,
      decided_at_ms: null,
      answer: '',
    })
    .execute()
  return id
}

/** Returns the number of pending requests. */
export async function countPending(database: AccountDatabase): Promise<number> {
  const { count } = await database
    .selectFrom('access_requests')
    .leftJoin('developers', 'developers.id', 'access_requests.developer_id')
    .where('access_requests.state', '=', 'pending')
    .where((eb) =>
      eb.or([
        eb('access_requests.kind', '=', 'more'),
        eb('access_requests.developer_id', 'is', null),
        eb('developers.waiting_since_ms', 'is not', null),
      ]),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Marks the pending requests for access of a developer as approved. */
export async function approvePendingAccess(
  transaction: AccountDatabase,
  developerId: string,
  nowMs: number,
): Promise<void> {
  await transaction
    .updateTable('access_requests')
    .set({ state: 'approved', decided_at_ms: nowMs })
    .where('developer_id', '=', developerId)
    .where('kind', '=', 'access')
    .where('state', '=', 'pending')
    .execute()
}
