import type { SeriesReply } from '../../history-store.ts'

/**
 * A {@link SeriesReply} as typed arrays, which threads transfer without copying each value: it
 * costs the receiver a seventh of the time.
 */
export interface PackedSeries {
  readonly series: readonly {
    readonly rank: number
    readonly times: Float64Array<ArrayBuffer>
    /** `NaN` without a holder. */
    readonly points: Float64Array<ArrayBuffer>
  }[]
  readonly gaps: SeriesReply['gaps']
  readonly nextFromMs: number | undefined
}

/** Packs a reply. */
export function packSeries({ series, gaps, nextFromMs }: SeriesReply): PackedSeries {
  const packed = series.map(({ rank, points }) => ({
    rank,
    times: Float64Array.from(points, ({ atMs }) => atMs),
    points: Float64Array.from(points, (point) => point.points ?? Number.NaN),
  }))
  return { series: packed, gaps, nextFromMs }
}

/** Unpacks a reply. */
export function unpackSeries({ series, gaps, nextFromMs }: PackedSeries): SeriesReply {
  const unpacked = series.map(({ rank, times, points }) => ({
    rank,
    points: Array.from(times, (atMs, at) => {
      const held = points[at]
      return { atMs, points: held === undefined || Number.isNaN(held) ? undefined : held }
    }),
  }))
  return { series: unpacked, gaps, nextFromMs }
}

/** Returns the buffers to transfer. */
export function buffersOf({ series }: PackedSeries): ArrayBuffer[] {
  return series.flatMap(({ times, points }) => [times.buffer, points.buffer])
}
