import { expressionBuilder } from '#libraries/kysely'
import type { KeyEntry, NewKey } from '../../account-store.ts'
import type { ApplicationKey } from '../../application-store.ts'
import type { Region } from '../../../game/region.ts'
import type { Scope } from '../../../game/scope.ts'
import type { AccountDatabase, AccountTables } from '../schema.ts'

/** Selects keys with the names of their application and developer. */
export function keyRows(database: AccountDatabase) {
  return database
    .selectFrom('keys')
    .innerJoin('applications', 'applications.id', 'keys.application_id')
    .innerJoin('developers', 'developers.id', 'applications.developer_id')
    .selectAll('keys')
    .select([
      'applications.name as application',
      'applications.removed_at_ms',
      'developers.id as developer_id',
      'developers.name as developer',
      'developers.suspended_at_ms',
    ])
}

/** Row of {@link keyRows}. */
export type KeyRow = Awaited<ReturnType<ReturnType<typeof keyRows>['executeTakeFirstOrThrow']>>

/** Returns whether a key is neither revoked nor expired at `nowMs` (Unix ms). */
export function isActiveRow(row: KeyRow, nowMs: number): boolean {
  return row.revoked_at_ms === null && (row.expires_at_ms === null || row.expires_at_ms > nowMs)
}

/** Returns {@link isActiveRow} as a query condition. */
export function activeAt(nowMs: number) {
  const eb = expressionBuilder<AccountTables, 'keys'>()
  return eb.and([
    eb('keys.revoked_at_ms', 'is', null),
    eb.or([eb('keys.expires_at_ms', 'is', null), eb('keys.expires_at_ms', '>', nowMs)]),
  ])
}

/** Returns the application key of a row at `nowMs` (Unix ms). */
export function applicationKey(row: KeyRow, nowMs: number): ApplicationKey {
  return {
    keyId: row.id,
    name: row.name,
    applicationId: row.application_id,
    ...grantAndTimes(row),
    isActive: isActiveRow(row, nowMs) && row.suspended_at_ms === null,
  }
}

/** Returns the key entry of a row. */
export function keyEntry(row: KeyRow): KeyEntry {
  return {
    keyId: row.id,
    name: row.name,
    developer: row.developer,
    application: row.application,
    ...grantAndTimes(row),
  }
}

/** Returns the grants and times of a key. */
function grantAndTimes(row: KeyRow) {
  return {
    scopes: JSON.parse(row.scopes) as Scope[],
    regions: JSON.parse(row.regions) as Region[],
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms ?? undefined,
    revokedAtMs: row.revoked_at_ms ?? undefined,
    replacedBy: row.replaced_by ?? undefined,
  }
}

/** Inserts a new key into an application. */
export async function insertKey(
  transaction: AccountDatabase,
  key: Omit<NewKey, 'developer' | 'application'>,
  applicationId: string,
): Promise<void> {
  await transaction
    .insertInto('keys')
    .values({
      id: key.keyId,
      application_id: applicationId,
      name: key.name,
      mac: key.mac,
      pepper_id: key.pepperId,
      scopes: JSON.stringify(key.scopes),
      regions: JSON.stringify(key.regions),
      created_at_ms: key.createdAtMs,
      expires_at_ms: key.expiresAtMs ?? null,
      revoked_at_ms: null,
      replaced_by: null,
    })
    .execute()
}

/** Returns the audit details of a new key. */
export function keyDetails(
  key: Pick<NewKey, 'name' | 'scopes' | 'regions' | 'expiresAtMs'>,
  application: string,
): Readonly<Record<string, string>> {
  return {
    application,
    ...(key.name !== '' && { name: key.name }),
    scopes: key.scopes.join(' '),
    regions: key.regions.join(' '),
    expires: timeDetail(key.expiresAtMs),
  }
}

/** Returns a time in the format of the audit trail. */
export function timeDetail(ms: number | null | undefined): string {
  return ms === undefined || ms === null ? 'never' : new Date(ms).toISOString()
}
