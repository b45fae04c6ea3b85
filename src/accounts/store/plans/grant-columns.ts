import type { Region } from '../../../game/region.ts'
import type { Scope } from '../../../game/scope.ts'
import type { GrantChanges, PlanGrants } from '../../plan-store.ts'
import type { AccountDatabase, AccountTables } from '../schema.ts'

/** Columns of a plan's grants: JSON arrays, or null for all. */
export type GrantColumns = Pick<AccountTables['plans'], 'scopes' | 'regions'>

/** Returns the grants of a row of a plan. */
export function grantsOf({ scopes, regions }: GrantColumns): PlanGrants {
  return {
    scopes: scopes === null ? undefined : (JSON.parse(scopes) as Scope[]),
    regions: regions === null ? undefined : (JSON.parse(regions) as Region[]),
  }
}

/** Returns the columns to set for grants; empty when there are none. */
export function grantColumns({ scopes, regions }: GrantChanges): Partial<GrantColumns> {
  const text = (names: readonly string[] | null) => (names === null ? null : JSON.stringify(names))
  return {
    ...(scopes !== undefined && { scopes: text(scopes) }),
    ...(regions !== undefined && { regions: text(regions) }),
  }
}

/** Returns the audit details of grants; empty when none is set. */
export function grantDetails({ scopes, regions }: GrantChanges): Readonly<Record<string, string>> {
  return {
    ...(scopes !== undefined && { scopes: scopes?.join(' ') ?? 'all' }),
    ...(regions !== undefined && { regions: regions?.join(' ') ?? 'all' }),
  }
}

/** Returns the grants of a developer's plan; all without a plan. */
export async function readGrants(
  database: AccountDatabase,
  developerId: string,
): Promise<PlanGrants> {
  const row = await database
    .selectFrom('plans')
    .innerJoin('developers', 'developers.plan', 'plans.name')
    .where('developers.id', '=', developerId)
    .select(['plans.scopes', 'plans.regions'])
    .executeTakeFirst()
  return grantsOf(row ?? { scopes: null, regions: null })
}

/** Returns whether a key with these scopes and regions is within the grants. */
export function isGranted(
  { scopes, regions }: PlanGrants,
  key: { readonly scopes: readonly Scope[]; readonly regions: readonly Region[] },
): boolean {
  return (
    key.scopes.every((scope) => scopes?.includes(scope) ?? true) &&
    key.regions.every((region) => regions?.includes(region) ?? true)
  )
}
