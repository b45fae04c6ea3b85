import { ask, serverNowMs } from './ask.ts'
import { readBoard, type BoardNow } from './read-message.ts'
import { boardPath, type Subject } from './subject.ts'

/** How a rank grew in the last hour. */
export interface RankSpeed {
  /** The points won between the two readings. */
  readonly change: number | undefined
  readonly perHour: number | undefined
  /** Why there is no speed. */
  readonly unknown: 'gap' | 'too_few_snapshots' | 'not_held' | undefined
}

/** Asks for a board now; of a run that is over, for the last reading of that run. */
export async function loadBoard(subject: Subject, signal: AbortSignal): Promise<BoardNow> {
  const { region, kind, run } = subject
  const isOver = run !== undefined && run.endsAtMs <= serverNowMs()
  const name = kind === 'event' ? 'cutoffs' : 'board'
  const path = `${boardPath(subject)}/${name}${isOver ? `/at/${run.endsAtMs - 1}` : ''}`
  const board = readBoard(await ask({ region, path, signal }, 'Board'))
  const { reading, watched } = board
  // Before the first reading of a run, the newest is one of the run before.
  const isBefore = run !== undefined && reading !== undefined && reading.fetchedAtMs < run.startsAtMs
  return {
    ...board,
    reading: isBefore ? undefined : reading,
    watched: isOver ? { ...watched, freshness: 'ended' } : watched,
  }
}

/** Asks how fast ranks of an event grow; nothing is known of the boards of songs. At most 100 ranks. */
export async function loadSpeeds(
  subject: Subject,
  ranks: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, RankSpeed>> {
  const { region, kind, run } = subject
  if (kind !== 'event' || ranks.length === 0) return new Map()
  const isOver = run !== undefined && run.endsAtMs <= serverNowMs()
  const query = { ranks: ranks.slice(0, 100), ...(isOver && { at: run.endsAtMs - 1 }) }
  const answer = await ask(
    { region, path: `${boardPath(subject)}/speed`, query, signal },
    'Speed',
  )
  return new Map(
    (answer.ranks ?? []).map(({ rank = 0, perHour = 0, first, last, unknown }) => [
      rank,
      {
        change:
          first === undefined || last === undefined
            ? undefined
            : (last.points ?? 0) - (first.points ?? 0),
        perHour: unknown === undefined ? perHour : undefined,
        unknown,
      },
    ]),
  )
}

/** After how long a board is asked for again: never before its next reading is due. */
export function boardAgainMs({ watched }: BoardNow, nowMs: number, isLive: boolean): number {
  switch (watched.freshness) {
    case 'fresh':
      // A stream says it first; this is for when it does not.
      return Math.max(1_000, (watched.nextDueMs ?? nowMs) - nowMs + (isLive ? 20_000 : 500))
    case 'late':
      return 5_000
    case 'gap':
      return 15_000
    case 'waiting':
      return 30_000
    case 'paused':
    case 'ended':
    case 'unwatched':
      return 120_000
  }
}
