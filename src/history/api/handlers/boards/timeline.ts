import type { PublicPart } from '../../public-messages.ts'
import type { Gap, SeriesReply } from '../../../history-store.ts'
import { describeGap } from '../describe/describe-watch.ts'

/** The points of the requested ranks at one time. */
interface Sample {
  readonly atMs: number
  readonly rows: { readonly rank: number; readonly points: number }[]
  readonly unheld: number[]
}

/** One item of a timeline, not yet rendered. */
type Item = Sample | { readonly gap: Gap }

/**
 * Merges series and gaps into one timeline: an entry for each snapshot, with the ranks that a
 * player held and those that none did, and an entry for each gap at its start. A rank in neither
 * list was not polled at that time. Nothing is interpolated. With `startsAtMs`, each entry has its
 * offset from that time.
 */
export function assembleTimeline(reply: SeriesReply, startsAtMs?: number): PublicPart['Entry'][] {
  const { series, gaps, nextFromMs = Number.POSITIVE_INFINITY } = reply
  const samples = new Map<number, Sample>()
  for (const { rank, points: values } of series) {
    for (const { atMs, points } of values) {
      let sample = samples.get(atMs)
      if (sample === undefined) {
        sample = { atMs, rows: [], unheld: [] }
        samples.set(atMs, sample)
      }
      if (points === undefined) sample.unheld.push(rank)
      else sample.rows.push({ rank, points })
    }
  }
  // Gaps after the end of this page are on the next one.
  const shown = gaps.filter(({ fromMs }) => fromMs < nextFromMs).map((gap) => ({ gap }))
  const items: Item[] = [...samples.values(), ...shown]
  // A gap starts at the time of the snapshot before it; the snapshot comes first.
  items.sort((one, other) => startOf(one) - startOf(other) || order(one) - order(other))
  return items.map((item) => describeItem(item, startsAtMs))
}

function startOf(item: Item): number {
  return 'gap' in item ? item.gap.fromMs : item.atMs
}

function order(item: Item): number {
  return 'gap' in item ? 1 : 0
}

function describeItem(item: Item, startsAtMs: number | undefined): PublicPart['Entry'] {
  const since =
    startsAtMs === undefined ? {} : { sinceStart: String(Math.max(0, startOf(item) - startsAtMs)) }
  if ('gap' in item) return { ...since, gap: describeGap(item.gap) }
  const { atMs, rows, unheld } = item
  return { ...since, fetchedAt: String(atMs), rows, unheld }
}
