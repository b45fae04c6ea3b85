import type { InvitationEntry, SignInStore } from '../../domain/sign-in-store.ts'
import { DAY_MS } from '../../domain/time-units.ts'
import type { AccountParts } from './account-parts.ts'
import { beginSession, forgetOverSessions } from './begin-session.ts'
import { decide, refuse } from './decide.ts'
import { holdDevelopers } from './hold-rows.ts'
import type { AccountDatabase } from './schema.ts'

/** Milliseconds for which a link that is no longer good is still listed. */
const LISTED_MS = 30 * DAY_MS

/** The most links of one list. */
const LIST_MAX = 500

/** The sign-in links in SQL. */
export function createInvitations(
  parts: AccountParts,
): Pick<
  SignInStore,
  'makeInvitation' | 'findInvitation' | 'listInvitations' | 'withdrawInvitation' | 'useInvitation'
> {
  const { database, newId, nowMs, writeAudit } = parts
  const rows = () =>
    database
      .selectFrom('invitations')
      .innerJoin('developers', 'developers.id', 'invitations.developer_id')
      .selectAll('invitations')
      .select(['developers.name', 'suspended_at_ms'])
      .where('withdrawn_at_ms', 'is', null)
  const find = async (mac: Uint8Array): ReturnType<SignInStore['findInvitation']> => {
    const row = await rows()
      .where('token_mac', '=', mac)
      .where('used_at_ms', 'is', null)
      .where('expires_at_ms', '>', nowMs())
      .executeTakeFirst()
    if (row === undefined) return undefined
    return row.suspended_at_ms === null ? entryOf(row) : 'suspended'
  }

  return {
    makeInvitation: ({ mac, name, isOperator, expiresAtMs }, by) =>
      database.transaction().execute(async (transaction) => {
        const now = nowMs()
        const made = await transaction
          .insertInto('developers')
          .values({ id: newId(), name, created_at_ms: now })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .returning('id')
          .executeTakeFirst()
        const developer = await transaction
          .selectFrom('developers')
          .select(['id as developerId', 'name', 'suspended_at_ms'])
          .where('name', '=', name)
          .executeTakeFirstOrThrow()
        if (developer.suspended_at_ms !== null) return undefined
        if (made !== undefined) {
          await writeAudit(transaction, { action: 'developer.created', by, developer })
        }
        // To be invited is an operator's word.
        const approved = await transaction
          .updateTable('developers')
          .set({ waiting_since_ms: null })
          .where('id', '=', developer.developerId)
          .where('waiting_since_ms', 'is not', null)
          .returning('id')
          .executeTakeFirst()
        if (approved !== undefined) {
          await writeAudit(transaction, { action: 'developer.approved', by, developer })
        }
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
        const details = {
          role: isOperator ? 'operator' : 'developer',
          expires: new Date(expiresAtMs).toISOString(),
        }
        await writeAudit(transaction, { action: 'developer.invited', by, developer, details })
        return entryOf({ ...row, name })
      }),
    findInvitation: find,
    listInvitations: async () => {
      const found = await rows()
        .where('expires_at_ms', '>', nowMs() - LISTED_MS)
        .orderBy('invitations.created_at_ms', 'desc')
        .orderBy('invitations.id')
        .limit(LIST_MAX)
        .execute()
      return found.map(entryOf)
    },
    withdrawInvitation: (invitationId, by) =>
      database.transaction().execute(async (transaction) => {
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
    useInvitation: async (mac, session) => {
      const begun = await decide(database, async (transaction) => {
        if ((await lockInvited(transaction, mac)) === undefined) return refuse('over')
        const used = await useOnce(transaction, mac, nowMs())
        if (used === undefined) return refuse('over')
        await forgetOverSessions(transaction, nowMs())
        const developerId = used.developer_id
        if (used.makes_operator === 1) await makeOperator(transaction, parts, developerId)
        return beginSession(transaction, parts, { developerId, session, by: 'link' })
      })
      if (typeof begun === 'object') return begun
      return (await find(mac)) === 'suspended' ? 'suspended' : undefined
    },
  }
}

/**
 * Holds the row of the developer whom a link is for: who suspends them or takes a role from them does so before all of this,
 * or after it.
 */
function lockInvited(transaction: AccountDatabase, mac: Uint8Array) {
  return holdDevelopers(transaction)
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('invitations').select('developer_id').where('token_mac', '=', mac),
    )
    .returning('id')
    .executeTakeFirst()
}

/** One statement decides: whoever comes second finds the link used. */
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

async function makeOperator(
  transaction: AccountDatabase,
  { writeAudit }: AccountParts,
  developerId: string,
): Promise<void> {
  const made = await transaction
    .updateTable('developers')
    .set({ is_operator: 1 })
    .where('id', '=', developerId)
    .where('is_operator', '=', 0)
    .returning(['id as developerId', 'name'])
    .executeTakeFirst()
  if (made === undefined) return
  await writeAudit(transaction, {
    action: 'developer.role_set',
    by: { kind: 'developer', ...made },
    developer: made,
    details: { role: 'operator', with: 'link' },
  })
}

function entryOf(row: {
  readonly id: string
  readonly name: string
  readonly makes_operator: number
  readonly created_at_ms: number
  readonly expires_at_ms: number
  readonly used_at_ms: number | null
}): InvitationEntry {
  return {
    invitationId: row.id,
    name: row.name,
    isOperator: row.makes_operator === 1,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    usedAtMs: row.used_at_ms ?? undefined,
  }
}
