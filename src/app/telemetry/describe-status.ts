import { REGIONS } from '../../game/region.ts'
import type { Sample } from './read-sample.ts'
import type { Metric } from '../../platform/telemetry/metrics/sample.ts'

/**
 * Describes a node as plain values for JSON: its state and every metric by name. Histograms have
 * the bounds of their median and 99th percentile (null: above the last bound, or no value yet).
 */
export function describeStatus(
  nowMs: number,
  { service, eventLoop, process, clockAheadMs }: Sample,
  metrics: readonly Metric[],
) {
  const gateways = REGIONS.map((region) => [
    region,
    { ...service.gateways[region], clockAheadMs: clockAheadMs(region) },
  ])
  return {
    at: nowMs,
    ...service,
    gateways: Object.fromEntries(gateways) as unknown,
    eventLoop,
    process,
    metrics: Object.fromEntries(metrics.map((metric) => [metric.name, seriesOf(metric)])),
  }
}

function seriesOf(metric: Metric): unknown {
  if (metric.kind !== 'histogram') return metric.samples
  return metric.samples.map(({ labels, buckets, count, sum }) => {
    const boundOf = (share: number) =>
      buckets.find(({ count: upTo }) => count > 0 && upTo >= count * share)?.le ?? null
    return { labels, count, sum, p50: boundOf(0.5), p99: boundOf(0.99) }
  })
}
