import type { PublicPart, SpeedUnknown } from '../../../src/history/api/public-messages.ts'
import { isPolled } from '../../../src/history/api/is-polled.ts'
import { callApi, serverNowMs } from './api-client.ts'
import { parseBoard, type BoardNow } from './parse-message.ts'
import { boardPath, hasRunEnded, type Subject } from './subject.ts'

/** Growth of a rank in the last hour. */
export interface RankSpeed {
  /** Points gained between the two snapshots. */
  readonly change: number | undefined
  readonly perHour: number | undefined
  /** Times of the two snapshots, in Unix ms. */
  readonly fromMs: number | undefined
  readonly untilMs: number | undefined
  /** Why there is no speed. */
  readonly unknown: SpeedUnknown | undefined
}

/** Loads the last snapshot of a board; after the end of a run that is its final result. */
export async function loadBoard(subject: Subject, signal: AbortSignal): Promise<BoardNow> {
  const { region, kind, run, boardEndsAtMs = Infinity } = subject
  const nowMs = serverNowMs()
  const path = `${boardPath(subject)}/${kind === 'event' ? 'cutoffs' : 'board'}`
  const query = run === undefined ? {} : { startsAt: run.startsAtMs }
  const board = parseBoard(await callApi({ region, path, query, signal }, 'Board'))
  const { watched } = board
  // The freshness of a board applies to an ended run only while the board is still polled for it.
  const isRead = nowMs < boardEndsAtMs && isPolled(watched.freshness)
  const hasEnded = hasRunEnded(subject, nowMs) && (!isRead || board.reading?.isFinal === true)
  return hasEnded ? { ...board, watched: { ...watched, freshness: 'ended' } } : board
}

/**
 * Loads the growth of an event's ranks in the last hour, or the last hour of an ended run. At most
 * 100 ranks; empty for song boards.
 */
export async function loadSpeeds(
  subject: Subject,
  ranks: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, RankSpeed>> {
  const { region, kind, run, boardEndsAtMs = Infinity } = subject
  if (kind !== 'event' || ranks.length === 0) return new Map()
  const at =
    run !== undefined && hasRunEnded(subject, serverNowMs())
      ? { at: Math.min(run.endsAtMs, boardEndsAtMs - 1) }
      : {}
  const query = { ranks: ranks.slice(0, 100), ...at }
  const answer = await callApi(
    { region, path: `${boardPath(subject)}/speed`, query, signal },
    'Speed',
  )
  return new Map((answer.ranks ?? []).map((speed) => [speed.rank ?? 0, readSpeed(speed)]))
}

function readSpeed({ perHour = 0, first, last, unknown }: PublicPart['RankSpeed']): RankSpeed {
  if (unknown !== undefined || first === undefined || last === undefined) {
    const nothing = { change: undefined, perHour: undefined, fromMs: undefined, untilMs: undefined }
    return { ...nothing, unknown: unknown ?? 'too_few_snapshots' }
  }
  return {
    change: (last.points ?? 0) - (first.points ?? 0),
    perHour,
    fromMs: Number(first.fetchedAt ?? 0),
    untilMs: Number(last.fetchedAt ?? 0),
    unknown: undefined,
  }
}

/** Returns the delay until the board is reloaded, in ms: never before its next snapshot is due. */
export function boardAgainMs({ watched }: BoardNow, nowMs: number, isLive: boolean): number {
  switch (watched.freshness) {
    case 'fresh':
      // Fallback for an update that the stream misses.
      return Math.max(1_000, (watched.nextDueMs ?? nowMs) - nowMs + (isLive ? 20_000 : 500))
    case 'late':
      return 5_000
    case 'gap':
      return 15_000
    case 'waiting':
    // A server that has just started may not have started its watches yet.
    case 'unwatched':
      return 30_000
    case 'paused':
    case 'ended':
      return 120_000
  }
}
