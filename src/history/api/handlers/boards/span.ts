/** A requested period in Unix milliseconds; the end is exclusive. */
export interface Span {
  readonly fromMs: number
  readonly untilMs: number
}

/** Returns whether a period overlaps a span. An end of 0 means that it is unknown. */
export function overlaps({ fromMs, untilMs }: Span, startsAtMs: number, endsAtMs: number): boolean {
  return startsAtMs < untilMs && (endsAtMs === 0 || endsAtMs > fromMs)
}
