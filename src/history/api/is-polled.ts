import type { Freshness } from './public-messages.ts'

const POLLED: ReadonlySet<Freshness> = new Set(['fresh', 'late', 'gap'])

/** Returns whether a board with this freshness is polled now, successfully or not. */
export function isPolled(freshness: Freshness): boolean {
  return POLLED.has(freshness)
}
