import type { Board } from '../../game/board.ts'
import { describePrediction } from '../api/handlers/describe/describe-prediction.ts'
import { REGION_LANGUAGES } from '../../game/localized-text.ts'
import type { Region } from '../../game/region.ts'
import type { LiveEntry, LiveEvent } from '../live-entry.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Returns an entry as one line of JSON; ids and times are strings, as everywhere in the public
 * interface.
 */
export function liveJson({ atMs, region, liveEvent }: LiveEntry): string {
  return JSON.stringify({ region, noticedAt: String(atMs), ...liveEventJson(region, liveEvent) })
}

/**
 * Returns an entry as an event of a server-sent event stream (HTML standard, section 9.2): id,
 * type, data.
 */
export function encodeLiveEntry(entry: LiveEntry): string {
  return `id: ${entry.seq}\nevent: ${entry.liveEvent.type}\ndata: ${liveJson(entry)}\n\n`
}

function liveEventJson(region: Region, liveEvent: LiveEvent): Json {
  switch (liveEvent.type) {
    case 'snapshot':
      return {
        board: boardJson(liveEvent.board),
        fetchedAt: String(liveEvent.fetchedAtMs),
        rows: liveEvent.rows.map(({ rank, points }) => ({ rank, points })),
      }
    case 'crossed':
      return {
        board: boardJson(liveEvent.board),
        fetchedAt: String(liveEvent.fetchedAtMs),
        rank: liveEvent.rank,
        value: liveEvent.value,
        points: liveEvent.points,
      }
    case 'event.started':
    case 'event.ended': {
      const { id, name: text, startsAtMs, endsAtMs } = liveEvent.event
      const name = text === undefined ? undefined : { [REGION_LANGUAGES[region]]: text }
      return { event: { id, name, startsAt: String(startsAtMs), endsAt: String(endsAtMs) } }
    }
    case 'gap.began':
      return {
        board: boardJson(liveEvent.board),
        from: String(liveEvent.fromMs),
        reason: liveEvent.reason,
      }
    case 'gap.ended':
      return {
        board: boardJson(liveEvent.board),
        from: String(liveEvent.fromMs),
        until: String(liveEvent.untilMs),
        reason: liveEvent.reason,
      }
    case 'prediction':
      return { board: boardJson(liveEvent.board), ...describePrediction(liveEvent) }
    case 'announcement':
      return { announcement: { id: liveEvent.id, title: liveEvent.title } }
  }
}

function boardJson({ kind, id }: Board): Json {
  return { kind, id }
}
