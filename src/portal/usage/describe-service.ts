import { REGION_ORDER } from '../../game/region-order.ts'
import { USAGE_HOUR_MS } from '../../usage/usage-store.ts'
import type { PortalReply } from '../contract/portal-operation.ts'
import type { PortalOperations } from '../contract/portal-operations.ts'
import type { UsageOptions } from './usage-options.ts'

const HOURS = 24

/**
 * Describes the regions: the gateways' state on this node and the results of all nodes in 24 hours.
 */
export async function describeService({
  clock,
  store,
  state,
}: Pick<UsageOptions, 'clock' | 'store' | 'state'>): Promise<
  PortalReply<PortalOperations['operator.service']>
> {
  const atMs = clock.nowMs()
  const toHour = Math.floor(atMs / USAGE_HOUR_MS) + 1
  const [{ gateways }, sums] = await Promise.all([
    state(),
    store.sums({ fromHour: toHour - HOURS, toHour, by: ['region'] }),
  ])
  return {
    atMs,
    regions: REGION_ORDER.map((region) => {
      const { state: gateway, inFlight, waiting } = gateways[region]
      const sum = sums.find((one) => one.region === region)
      const answers = sum?.answers ?? 0
      return {
        region,
        gateway,
        callsInFlight: inFlight.keyed + inFlight.collector,
        callsWaiting: waiting.keyed + waiting.collector,
        answers,
        cacheHits: sum?.hits ?? 0,
        joined: sum?.joined ?? 0,
        upstreamCalls: sum?.calls ?? 0,
        upstreamFailures: sum?.callFailures ?? 0,
        ...(sum !== undefined &&
          answers > 0 && { meanAgeMs: sum.ageMsSum / answers, maxAgeMs: sum.ageMsMax }),
      }
    }),
  }
}
