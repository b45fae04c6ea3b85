import type { Board } from '../../game/board.ts'
import { describePrediction } from '../api/handlers/describe/describe-prediction.ts'
import { REGION_LANGUAGES } from '../../game/localized-text.ts'
import type { Region } from '../../game/region.ts'
import type { LiveEntry, LiveHappening } from '../live-entry.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Returns an entry as one line of JSON; ids and times are strings, as everywhere in the public
 * interface.
 */
export function liveJson({ atMs, region, happening }: LiveEntry): string {
  return JSON.stringify({ region, noticedAt: String(atMs), ...happeningJson(region, happening) })
}

/**
 * Returns an entry as an event of a server-sent event stream (HTML standard, section 9.2): id,
 * type, data.
 */
export function encodeLiveEntry(entry: LiveEntry): string {
  return `id: ${entry.seq}\nevent: ${entry.happening.type}\ndata: ${liveJson(entry)}\n\n`
}

function happeningJson(region: Region, happening: LiveHappening): Json {
  switch (happening.type) {
    case 'snapshot':
      return {
        board: boardJson(happening.board),
        fetchedAt: String(happening.fetchedAtMs),
        rows: happening.rows.map(({ rank, points }) => ({ rank, points })),
      }
    case 'crossed':
      return {
        board: boardJson(happening.board),
        fetchedAt: String(happening.fetchedAtMs),
        rank: happening.rank,
        value: happening.value,
        points: happening.points,
      }
    case 'event.started':
    case 'event.ended': {
      const { id, name: text, startsAtMs, endsAtMs } = happening.event
      const name = text === undefined ? undefined : { [REGION_LANGUAGES[region]]: text }
      return { event: { id, name, startsAt: String(startsAtMs), endsAt: String(endsAtMs) } }
    }
    case 'gap.began':
      return {
        board: boardJson(happening.board),
        from: String(happening.fromMs),
        reason: happening.reason,
      }
    case 'gap.ended':
      return {
        board: boardJson(happening.board),
        from: String(happening.fromMs),
        until: String(happening.untilMs),
        reason: happening.reason,
      }
    case 'prediction':
      return { board: boardJson(happening.board), ...describePrediction(happening) }
    case 'announcement':
      return { announcement: { id: happening.id, title: happening.title } }
  }
}

function boardJson({ kind, id }: Board): Json {
  return { kind, id }
}
