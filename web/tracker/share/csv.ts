import type { Moment } from '../view/chart-lines.ts'

/**
 * Returns snapshots as CSV (RFC 4180): the time of each in UTC (ISO 8601), then the points of each
 * rank, empty where no player holds it or it was not read.
 */
export function writeCsv(moments: readonly Moment[], ranks: readonly number[]): string {
  const rows = moments.map(({ atMs, points }) => [
    new Date(atMs).toISOString(),
    ...ranks.map((rank) => String(points.get(rank) ?? '')),
  ])
  const header = ['time', ...ranks.map((rank) => `rank ${rank}`)]
  return [header, ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}
