import type { Static } from '#libraries/typebox'
import type { DeveloperEntry } from '../../domain/account-store.ts'
import type { DeveloperDetail } from '../../domain/developer-store.ts'
import type { QuotaLimits } from '../../domain/quota.ts'
import type { OPERATOR_OPERATIONS } from '../contract/operator-operations.ts'
import { showApplication } from '../show-application.ts'

type Listed = Static<
  (typeof OPERATOR_OPERATIONS)['operator.developers']['reply']
>['developers'][number]
type Detailed = Static<(typeof OPERATOR_OPERATIONS)['operator.developer']['reply']>

/** A developer in a list of them. `usedAtMs`: when they were last served. */
export function showListed(entry: DeveloperEntry, usedAtMs: number | undefined): Listed {
  const { plan, ownLimits: _, limits, ...rest } = entry
  return {
    developerId: rest.developerId,
    name: rest.name,
    state: rest.state,
    isOperator: rest.isOperator,
    ...(plan !== undefined && { plan }),
    limits: { ...limits },
    createdAtMs: rest.createdAtMs,
    activeKeys: rest.activeKeys,
    applications: rest.applications,
    ...(usedAtMs !== undefined && { usedAtMs }),
  }
}

/** A developer with all that is theirs. */
export function showDetailed(entry: DeveloperDetail, usedAtMs: number | undefined): Detailed {
  return {
    ...showListed(entry, usedAtMs),
    ownLimits: showLimits(entry.ownLimits),
    applicationList: entry.applicationList.map(showApplication),
    identities: entry.identities.map((identity) => ({ ...identity })),
  }
}

/** Limits of which only those are there that are set. */
export function showLimits(limits: Partial<QuotaLimits>): {
  minute?: number
  day?: number
  concurrency?: number
} {
  return { ...limits }
}
