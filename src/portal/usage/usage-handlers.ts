import { checkHealth, worstLevel } from '../../health/health-check.ts'
import { PortalError } from '../contract/portal-error.ts'
import type { PortalReply } from '../contract/portal-operation.ts'
import type { PortalOperations } from '../contract/portal-operations.ts'
import type { CurrentUser } from '../current-user.ts'
import type { USAGE_OPERATIONS } from '../contract/usage-operations.ts'
import type { PortalHandlers } from '../portal-handlers.ts'
import { describeRecord } from './describe-record.ts'
import { describeService } from './describe-service.ts'
import { forecastQuota, readHourlyRate } from './forecast-quota.ts'
import { describeRequests, describeWithDevelopers, findRequests } from './list-requests.ts'
import { readLatency } from './read-latency.ts'
import { readDeveloperUsage, readUsage, type UsageFilter } from './query-usage.ts'
import type { UsageOptions } from './usage-options.ts'
import { usageSpan } from './usage-span.ts'

/** Creates the handlers of usage and request details. */
export function createUsageHandlers(
  parts: UsageOptions,
): PortalHandlers<keyof typeof USAGE_OPERATIONS> {
  const { clock, findRecord } = parts
  return {
    'usage.read': async ({ currentUser: { developerId }, query }) => {
      const span = usageSpan(query, clock.nowMs())
      return readUsage(parts, span, await filterOf(parts, { ...query, developerId }))
    },
    'usage.latency': async ({ currentUser: { developerId }, query }) => {
      const span = usageSpan(query, clock.nowMs())
      return readLatency(parts, span, await filterOf(parts, { ...query, developerId }))
    },
    'operator.latency': async ({ query }) =>
      readLatency(parts, usageSpan(query, clock.nowMs()), await filterOf(parts, query)),
    'usage.quota': ({ currentUser }) => readQuota(parts, currentUser),
    'requests.list': async ({ currentUser: { developerId }, query }) => {
      const { keyIds } = await filterOf(parts, { ...query, developerId })
      return describeRequests(await findRequests(parts, query, { developerId, keyIds }))
    },
    'operator.requests': async ({ query }) => {
      const found = await findRequests(parts, query, await filterOf(parts, query))
      return describeWithDevelopers(parts, found)
    },
    'requests.get': async ({ currentUser, path: { requestId } }) => {
      const record = await findRecord(requestId)
      const isTheirs = currentUser.isOperator || record?.developerId === currentUser.developerId
      if (record !== undefined && isTheirs) return describeRecord(record)
      throw new PortalError(
        'not_found',
        'There is no request of yours with this id. Requests are retained for 24 hours and appear a few seconds after they ended.',
      )
    },
    'operator.usage': async ({ query }) => {
      const span = usageSpan(query, clock.nowMs())
      const filter = await filterOf(parts, query)
      const [usage, developers] = await Promise.all([
        readUsage(parts, span, filter),
        readDeveloperUsage(parts, span, filter),
      ])
      return { ...usage, developers: [...developers] }
    },
    'operator.health': async () => {
      const facts = await parts.health()
      const checks = checkHealth(facts)
      return { atMs: facts.nowMs, level: worstLevel(checks), checks: [...checks] }
    },
    'operator.service': async () => describeService(parts),
  }
}

/** Returns the used quota of a developer, with its forecast. */
async function readQuota(
  parts: UsageOptions,
  { developerId, limits }: Pick<CurrentUser, 'developerId' | 'limits'>,
): Promise<PortalReply<PortalOperations['usage.quota']>> {
  const { clock, quotas } = parts
  const state = await readState(quotas, developerId, limits)
  // Read before any wait: the reply's times count from here.
  const nowMs = clock.nowMs()
  const hourly = await readHourlyRate(parts, developerId)
  const dayEndsAtMs = endOfWindow(nowMs + state.dayEndsInMs)
  const day = { used: state.used.day, limit: limits.day, endsAtMs: dayEndsAtMs }
  return {
    limits,
    used: { ...state.used },
    minuteEndsAtMs: endOfWindow(nowMs + state.minuteEndsInMs),
    dayEndsAtMs,
    forecast: forecastQuota(hourly, day, nowMs),
  }
}

/**
 * Returns the filter of a query. Throws `not_found` for a key or application of another developer.
 */
async function filterOf(
  { names }: Pick<UsageOptions, 'names'>,
  {
    developerId,
    applicationId,
    keyId,
  }: {
    readonly developerId?: string | undefined
    readonly applicationId?: string | undefined
    readonly keyId?: string | undefined
  },
): Promise<UsageFilter> {
  const unknown = () => new PortalError('not_found', 'There is no such key or application.')
  if (applicationId !== undefined) {
    const owner = await names().ownerOf(applicationId)
    if (owner === undefined || (developerId ?? owner) !== owner) throw unknown()
  }
  if (applicationId === undefined && keyId === undefined) return { developerId }
  const keyIds = keyId === undefined ? undefined : [keyId]
  const keys = await names().keys({ developerId, applicationId, keyIds })
  if (keyId !== undefined && keys.length === 0) throw unknown()
  return { developerId, keyIds: keys.map((key) => key.keyId) }
}

/** Windows end at whole minutes; the reply takes less than half a second. */
function endOfWindow(aboutMs: number): number {
  return Math.round(aboutMs / 1_000) * 1_000
}

async function readState(
  quotas: UsageOptions['quotas'],
  ...args: Parameters<UsageOptions['quotas']['read']>
) {
  try {
    return await quotas.read(...args)
  } catch (cause) {
    throw new PortalError('unavailable', 'Usage is unavailable right now.', { cause })
  }
}
