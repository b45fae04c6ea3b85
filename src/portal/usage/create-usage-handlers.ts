import { PortalError } from '../contract/portal-error.ts'
import type { USAGE_OPERATIONS } from '../contract/usage-operations.ts'
import type { PortalHandlers } from '../portal-handlers.ts'
import { describeRecord } from './describe-record.ts'
import { describeService } from './describe-service.ts'
import { forecastQuota, readHourlyRate } from './forecast-quota.ts'
import { readDeveloperUsage, readUsage, type UsageFilter } from './read-usage.ts'
import type { UsageParts } from './usage-parts.ts'
import { usageSpan } from './usage-span.ts'

/** Makes what tells developers and operators what was used, and what became of a request. */
export function createUsageHandlers(
  parts: UsageParts,
): PortalHandlers<keyof typeof USAGE_OPERATIONS> {
  const { clock, quotas, findRecord } = parts
  return {
    'usage.read': async ({ visitor: { developerId }, query }) => {
      const span = usageSpan(query, clock.nowMs())
      return readUsage(parts, span, await filterOf(parts, { ...query, developerId }))
    },
    'usage.quota': async ({ visitor: { developerId, limits } }) => {
      const state = await readState(quotas, developerId, limits)
      // Before anything else is waited for: what it says counts from here.
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
    },
    'requests.get': async ({ visitor, path: { requestId } }) => {
      const record = await findRecord(requestId)
      const isTheirs = visitor.isOperator || record?.developerId === visitor.developerId
      if (record !== undefined && isTheirs) return describeRecord(record)
      throw new PortalError(
        'not_found',
        'No request of yours with this id is known. Requests are kept for 24 hours, and can be found a few seconds after they ended.',
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
    'operator.service': async () => describeService(parts),
  }
}

/** Whose requests are asked for. Throws `not_found` for a key or an application that is not of the developer. */
async function filterOf(
  { names }: Pick<UsageParts, 'names'>,
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

/** Windows end with whole minutes; what is between the answer of the store and here is less than half a second. */
function endOfWindow(aboutMs: number): number {
  return Math.round(aboutMs / 1_000) * 1_000
}

async function readState(
  quotas: UsageParts['quotas'],
  ...asked: Parameters<UsageParts['quotas']['read']>
) {
  try {
    return await quotas.read(...asked)
  } catch (cause) {
    throw new PortalError('unavailable', 'What was used is not known right now.', { cause })
  }
}
