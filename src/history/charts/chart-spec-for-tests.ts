import { HOUR_MS, MINUTE_MS } from '../../platform/time/time-units.ts'
import type { ChartSpec } from './chart-spec.ts'

const START = Date.UTC(2026, 10, 20, 3)

/** Returns a chart spec: two days of polls with a gap, for the given ranks. */
export function chartSpec({
  ranks = [1, 10, 100, 1_000],
  snapshots = 500,
  ...rest
}: Partial<ChartSpec> & {
  readonly ranks?: readonly number[]
  readonly snapshots?: number
} = {}): ChartSpec {
  const untilMs = START + 44 * HOUR_MS
  const gap = { fromMs: START + 18 * HOUR_MS, untilMs: START + 20 * HOUR_MS }
  const lines = ranks.map((rank) => {
    const parts: [number, number][][] = [[], []]
    for (let at = 0; at < snapshots; at += 1) {
      const atMs = Math.round(START + (at / Math.max(1, snapshots - 1)) * (untilMs - START))
      if (atMs > gap.fromMs && atMs < gap.untilMs) continue
      const points = (5_000_000 / rank ** 0.35) * (at / snapshots) * (1 + Math.sin(at) / 30)
      parts[atMs <= gap.fromMs ? 0 : 1]?.push([atMs, Math.round(points)])
    }
    return { rank, parts: parts.filter((part) => part.length > 0) }
  })
  return {
    type: 'image/svg+xml',
    width: 1_200,
    height: 630,
    theme: 'light',
    language: 'en',
    zone: 'UTC',
    region: 'jp',
    subject: {
      kind: 'event',
      id: '2004',
      name: 'Starlight Relay',
      language: 'en',
      state: 'running',
      startsAtMs: START,
      endsAtMs: START + 72 * HOUR_MS,
    },
    fromMs: START,
    untilMs: untilMs + MINUTE_MS,
    lastMs: untilMs,
    isFinal: false,
    lines,
    gaps: [gap],
    ...rest,
  }
}
