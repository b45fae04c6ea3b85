import { boardKey, type Snapshot } from '../../game/board.ts'
import type { Semaphore } from '../../platform/concurrency/semaphore.ts'
import type { Subscriber } from '../../game/gateway.ts'
import type { GapReason, PollResult } from '../history-store.ts'
import { ServiceError } from '../../platform/http/errors/service-error.ts'
import type { Watch } from '../../game/board-watch.ts'
import { boardCall } from './board-call.ts'
import { boardRows } from './board-rows.ts'
import { atSpeed, type CollectorOptions } from './collector-options.ts'
import { createAlignedInterval, shareOf } from '../../platform/time/aligned-interval.ts'
import type { EventCalendar } from './event-calendar.ts'
import type { Recorder } from './poll-recorder.ts'
import type { TrackedBoard, BoardReading } from './board-tracker.ts'
import type { RegionCheck } from './region-check.ts'
import type { TimeBound } from './time-bound.ts'
import type { MissedPolls } from './missed-poll-detector.ts'
import { wait } from '../../platform/concurrency/wait.ts'

/** Context of polling one watch. */
export interface WatchPoll {
  readonly watch: Watch
  readonly followed: TrackedBoard
  readonly missedPolls: MissedPolls
  readonly places: Semaphore
  readonly recorder: Recorder
  readonly calendar: Pick<EventCalendar, 'mayStartAnew'>
  readonly regionCheck: RegionCheck
  readonly timeBound: Pick<TimeBound, 'addReply' | 'isFuture'>
}

/** The collector's options that polling needs. */
export type ReadOptions = Pick<
  CollectorOptions,
  'gateway' | 'clock' | 'observe' | 'speed' | 'retention'
>

/** Milliseconds until a failed poll is retried, if the next regular one is later. */
const RETRY_MS = 60_000

/** Returns whether a watch is active at a time (Unix ms). */
export function isActive({ paused, fromMs = -Infinity, untilMs = Infinity }: Watch, nowMs: number) {
  return !paused && fromMs <= nowMs && nowMs < untilMs
}

/** Polls the board of a watch at its cadence, one poll at a time, until the signal aborts. */
export async function pollWatch(
  settings: ReadOptions,
  reading: WatchPoll,
  signal: AbortSignal,
): Promise<void> {
  const { clock, speed } = settings
  const { watch, followed, missedPolls, recorder } = reading
  const cadenceMs = atSpeed(watch.cadenceMs, speed)
  const nextMs = createAlignedInterval(clock, cadenceMs, shareOf(boardKey(watch.board)))
  const lastMs = followed.lastSnapshotMs ?? -Infinity
  let delayMs = clock.nowMs() - lastMs >= cadenceMs ? 0 : nextMs()
  while (await wait(clock, delayMs, signal)) {
    let failed = false
    // During a long outage results could not be kept: do not poll.
    if (isActive(watch, clock.nowMs())) {
      if (recorder.isFull) missedPolls.skip()
      else failed = await readOnce(settings, reading, signal)
    }
    delayMs = failed ? Math.min(nextMs(), RETRY_MS) : nextMs()
  }
}

/** Polls once. Resolves with whether the poll opened or continued a gap. */
async function readOnce(
  settings: ReadOptions,
  poll: WatchPoll,
  signal: AbortSignal,
): Promise<boolean> {
  const { watch, followed, missedPolls, places, recorder, calendar, regionCheck } = poll
  const { clock, observe, speed, retention } = settings
  const keepsPlayers = retention === undefined || retention.playersMs > 0
  const { board } = watch
  const { region, kind } = board
  const leave = await places.acquire(signal)
  if (leave === undefined) return false
  try {
    const silent = missedPolls.ended(atSpeed(watch.cadenceMs, speed))
    const startMs = clock.monotonicMs()
    const reading = await fetchBoard(settings, poll, signal)
    // An aborted poll is no failure of the gateway. A snapshot that arrived is kept.
    if (signal.aborted && 'reason' in reading) return false
    const atMs = Math.floor(clock.nowMs())
    const { rounds: results, happenings } = followed.record(reading, {
      missedPolls: silent,
      atMs,
      cadenceMs: atSpeed(watch.cadenceMs, speed),
      beginsMs: watch.fromMs,
      mayStartAnew: calendar.mayStartAnew(board, followed.lastSnapshotMs ?? atMs, atMs),
    })
    const rounds = results.map((round) =>
      'snapshot' in round ? { ...withWrongRegion(round, regionCheck), keepsPlayers } : round,
    )
    recorder.add(
      rounds,
      happenings.map((happening) => ({ region, happening })),
    )
    let isGap = false
    for (const round of rounds) {
      isGap = !('snapshot' in round)
      if (!('snapshot' in round)) {
        observe({ type: 'snapshot.gap', region, kind, reason: round.reason })
      }
    }
    if (!isGap) {
      const durationMs = clock.monotonicMs() - startMs
      observe({ type: 'snapshot.taken', region, kind, isNew: rounds.length > 0, durationMs })
    }
    return isGap
  } finally {
    leave()
  }
}

function withWrongRegion(
  round: { readonly snapshot: Snapshot },
  regionCheck: RegionCheck,
): Extract<PollResult, { readonly snapshot: Snapshot }> {
  const wrongRegionRanks = regionCheck.check(round.snapshot)
  return wrongRegionRanks.length === 0 ? round : { ...round, wrongRegionRanks }
}

async function fetchBoard(
  { gateway, clock, observe }: ReadOptions,
  { watch, timeBound }: WatchPoll,
  signal: AbortSignal,
): Promise<BoardReading> {
  const fail = (reason: GapReason) => ({ atMs: Math.floor(clock.nowMs()), reason })
  try {
    const { reply } = await gateway.read(boardCall(watch), collectorSubscriber(signal))
    timeBound.addReply(watch, reply)
    if (timeBound.isFuture(reply.fetchedAtMs)) return fail('clock')
    if (reply.message === undefined) return fail('not_found')
    const { board, ranks } = watch
    const rows = boardRows(watch, reply.message)
    const snapshot: Snapshot = { board, fetchedAtMs: Math.floor(reply.fetchedAtMs), ranks, rows }
    return { snapshot }
  } catch (error) {
    if (!(error instanceof ServiceError) && !signal.aborted) {
      observe({ type: 'fault', where: 'collector', error })
    }
    return fail(gapReasonOf(error))
  }
}

/**
 * Returns the collector's subscription to a gateway call: with its own priority, retaining nothing.
 */
export function collectorSubscriber(signal: AbortSignal): Subscriber {
  return { signal, priority: 'collector', retain: () => () => {} }
}

function gapReasonOf(error: unknown): GapReason {
  if (!(error instanceof ServiceError)) return 'unavailable'
  switch (error.code) {
    case 'maintenance':
      return 'maintenance'
    case 'upstream_timeout':
      return 'timeout'
    case 'unavailable':
      return 'unavailable'
    case 'not_found':
      return 'not_found'
    default:
      // The gateway answered wrongly; rejecting the collector's valid call counts as such.
      return 'upstream_error'
  }
}
