import type { InvitationEntry } from '../../sign-in-store.ts'
import type { AccountDatabase } from '../schema.ts'
import { IS_SELF_REGISTERED } from './self-registered.ts'

/** Selects the sign-in links that are not withdrawn, with their developers. */
export function invitationRows(database: AccountDatabase) {
  return database
    .selectFrom('invitations')
    .innerJoin('developers', 'developers.id', 'invitations.developer_id')
    .selectAll('invitations')
    .select(['developers.name', 'suspended_at_ms', IS_SELF_REGISTERED.as('is_self_registered')])
    .where('withdrawn_at_ms', 'is', null)
}

/** Returns the entry of a sign-in link. */
export function invitationEntry(row: {
  readonly id: string
  readonly developer_id: string
  readonly name: string
  readonly is_self_registered: number
  readonly makes_operator: number
  readonly created_at_ms: number
  readonly expires_at_ms: number
  readonly used_at_ms: number | null
}): InvitationEntry {
  return {
    invitationId: row.id,
    developerId: row.developer_id,
    name: row.name,
    isSelfRegistered: row.is_self_registered === 1,
    isOperator: row.makes_operator === 1,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    usedAtMs: row.used_at_ms ?? undefined,
  }
}
