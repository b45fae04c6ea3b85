import type { PublicPart } from '../../contract/public/messages.ts'
import type { Gap, SeriesReply } from '../../domain/history-store.ts'
import { describeGap } from './describe-watch.ts'

/** What the asked ranks were at one time. */
interface Moment {
  readonly atMs: number
  readonly rows: { readonly rank: number; readonly points: number }[]
  readonly unheld: number[]
}

/** One thing on a timeline, not yet as text. */
type Item = Moment | { readonly gap: Gap }

/**
 * Puts the history of ranks on one line of time: an entry for each snapshot, with the ranks that somebody held and those that
 * nobody did, and one for each gap, where it begins. What stands in neither list was not asked for at that time. Nothing is
 * added between two snapshots. `startsAtMs` makes each entry say how long after it that was.
 */
export function assembleTimeline(reply: SeriesReply, startsAtMs?: number): PublicPart['Entry'][] {
  const { series, gaps, nextFromMs = Number.POSITIVE_INFINITY } = reply
  const moments = new Map<number, Moment>()
  for (const { rank, points: values } of series) {
    for (const { atMs, points } of values) {
      let moment = moments.get(atMs)
      if (moment === undefined) {
        moment = { atMs, rows: [], unheld: [] }
        moments.set(atMs, moment)
      }
      if (points === undefined) moment.unheld.push(rank)
      else moment.rows.push({ rank, points })
    }
  }
  // Those behind the end of this part stand on the next one.
  const shown = gaps.filter(({ fromMs }) => fromMs < nextFromMs).map((gap) => ({ gap }))
  const items: Item[] = [...moments.values(), ...shown]
  // A gap begins with the snapshot before it, so that one comes first.
  items.sort((one, other) => beginOf(one) - beginOf(other) || order(one) - order(other))
  return items.map((item) => describeItem(item, startsAtMs))
}

function beginOf(item: Item): number {
  return 'gap' in item ? item.gap.fromMs : item.atMs
}

function order(item: Item): number {
  return 'gap' in item ? 1 : 0
}

function describeItem(item: Item, startsAtMs: number | undefined): PublicPart['Entry'] {
  const since =
    startsAtMs === undefined ? {} : { sinceStart: String(Math.max(0, beginOf(item) - startsAtMs)) }
  if ('gap' in item) return { ...since, gap: describeGap(item.gap) }
  const { atMs, rows, unheld } = item
  return { ...since, fetchedAt: String(atMs), rows, unheld }
}
