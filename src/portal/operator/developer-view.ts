import type { Static } from '#libraries/typebox'
import type { DeveloperEntry } from '../../accounts/account-store.ts'
import type { DeveloperDetail } from '../../accounts/developer-store.ts'
import type { PlanGrants } from '../../accounts/plan-store.ts'
import type { QuotaLimits } from '../../quotas/quota.ts'
import type { SessionEntry } from '../../accounts/sign-in-store.ts'
import type { OPERATOR_OPERATIONS } from '../contract/operator-operations.ts'
import { showApplication } from '../application-view.ts'

type Listed = Static<
  (typeof OPERATOR_OPERATIONS)['operator.developers']['reply']
>['developers'][number]
type Detailed = Static<(typeof OPERATOR_OPERATIONS)['operator.developer']['reply']>

/** Returns a developer as a list entry. `usedAtMs`: when they were last served. */
export function showListed(entry: DeveloperEntry, usedAtMs: number | undefined): Listed {
  const { plan, ownLimits: _, limits, ...rest } = entry
  return {
    developerId: rest.developerId,
    name: rest.name,
    state: rest.state,
    isOperator: rest.isOperator,
    isSelfRegistered: rest.isSelfRegistered,
    ...(plan !== undefined && { plan }),
    limits: { ...limits },
    createdAtMs: rest.createdAtMs,
    activeKeys: rest.activeKeys,
    applications: rest.applications,
    ...(usedAtMs !== undefined && { usedAtMs }),
  }
}

/** Returns a developer with all details. */
export function showDetailed(entry: DeveloperDetail, usedAtMs: number | undefined): Detailed {
  return {
    ...showListed(entry, usedAtMs),
    ownLimits: showLimits(entry.ownLimits),
    applicationList: entry.applicationList.map(showApplication),
    identities: entry.identities.map((identity) => ({ ...identity })),
    sessions: entry.sessions.map(showSession),
  }
}

/** Returns a session without its id. */
function showSession({ signedInBy, agent, createdAtMs, usedAtMs, expiresAtMs }: SessionEntry) {
  return { signedInBy, agent, createdAtMs, usedAtMs, expiresAtMs }
}

/** Returns the grants that are set. */
export function showGrants({ scopes, regions }: PlanGrants) {
  return {
    ...(scopes !== undefined && { scopes: [...scopes] }),
    ...(regions !== undefined && { regions: [...regions] }),
  }
}

/** Returns the limits that are set. */
export function showLimits(limits: Partial<QuotaLimits>): {
  minute?: number
  day?: number
  concurrency?: number
} {
  return { ...limits }
}
