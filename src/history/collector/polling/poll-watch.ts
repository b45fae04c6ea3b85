import { boardKey, type Snapshot } from '../../../game/board.ts'
import type { Semaphore } from '../../../platform/concurrency/semaphore.ts'
import type { Subscriber } from '../../../game/gateway.ts'
import type { GapReason, PollResult } from '../../history-store.ts'
import { ServiceError } from '../../../platform/http/errors/service-error.ts'
import type { Watch } from '../../../game/board-watch.ts'
import { boardCall } from './board-call.ts'
import { boardRows } from './board-rows.ts'
import { atSpeed, type CollectorOptions } from '../collector-options.ts'
import { createAlignedInterval, shareOf } from '../../../platform/time/aligned-interval.ts'
import type { EventCalendar } from '../events/event-calendar.ts'
import type { Recorder } from '../recording/poll-recorder.ts'
import type { TrackedBoard, BoardReading } from './board-tracker.ts'
import type { RegionCheck } from './region-check.ts'
import type { TimeBound } from './time-bound.ts'
import type { MissedPolls } from './missed-poll-detector.ts'
import { wait } from '../../../platform/concurrency/wait.ts'

/** Context of polling one watch. */
export interface WatchPoll {
  readonly watch: Watch
  readonly tracker: TrackedBoard
  readonly missedPolls: MissedPolls
  readonly slots: Semaphore
  readonly recorder: Recorder
  readonly calendar: Pick<EventCalendar, 'mayReset'>
  readonly regionCheck: RegionCheck
  readonly timeBound: Pick<TimeBound, 'addReply' | 'isFuture'>
}

/** The collector's options that polling needs. */
export type PollOptions = Pick<
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
  options: PollOptions,
  poll: WatchPoll,
  signal: AbortSignal,
): Promise<void> {
  const { clock, speed } = options
  const { watch, tracker, missedPolls, recorder } = poll
  const cadenceMs = atSpeed(watch.cadenceMs, speed)
  const nextMs = createAlignedInterval(clock, cadenceMs, shareOf(boardKey(watch.board)))
  const lastMs = tracker.lastSnapshotMs ?? -Infinity
  let delayMs = clock.nowMs() - lastMs >= cadenceMs ? 0 : nextMs()
  while (await wait(clock, delayMs, signal)) {
    let failed = false
    // The queue is full during a long outage of the store: results of a poll would be lost.
    if (isActive(watch, clock.nowMs())) {
      if (recorder.isFull) missedPolls.skip()
      else failed = await pollOnce(options, poll, signal)
    }
    delayMs = failed ? Math.min(nextMs(), RETRY_MS) : nextMs()
  }
}

/** Polls once. Resolves with whether the poll opened or continued a gap. */
async function pollOnce(
  options: PollOptions,
  poll: WatchPoll,
  signal: AbortSignal,
): Promise<boolean> {
  const { watch, tracker, missedPolls, slots, recorder, calendar, regionCheck } = poll
  const { clock, observe, speed, retention } = options
  const keepsPlayers = retention === undefined || retention.playersMs > 0
  const { board } = watch
  const { region, kind } = board
  const release = await slots.acquire(signal)
  if (release === undefined) return false
  try {
    const silent = missedPolls.check(atSpeed(watch.cadenceMs, speed))
    const startMs = clock.monotonicMs()
    const reading = await fetchBoard(options, poll, signal)
    // An aborted poll is no failure of the gateway. A snapshot that arrived is kept.
    if (signal.aborted && 'reason' in reading) return false
    const atMs = Math.floor(clock.nowMs())
    const recorded = tracker.record(reading, {
      missedPolls: silent,
      atMs,
      cadenceMs: atSpeed(watch.cadenceMs, speed),
      watchStartMs: watch.fromMs,
      mayReset: calendar.mayReset(board, tracker.lastSnapshotMs ?? atMs, atMs),
    })
    const results = recorded.results.map((result) =>
      'snapshot' in result ? { ...withWrongRegion(result, regionCheck), keepsPlayers } : result,
    )
    recorder.add(
      results,
      recorded.liveEvents.map((liveEvent) => ({ region, liveEvent })),
    )
    let isGap = false
    for (const result of results) {
      isGap = !('snapshot' in result)
      if (!('snapshot' in result)) {
        observe({ type: 'snapshot.gap', region, kind, reason: result.reason })
      }
    }
    if (!isGap) {
      const durationMs = clock.monotonicMs() - startMs
      observe({ type: 'snapshot.taken', region, kind, isNew: results.length > 0, durationMs })
    }
    return isGap
  } finally {
    release()
  }
}

function withWrongRegion(
  result: { readonly snapshot: Snapshot },
  regionCheck: RegionCheck,
): Extract<PollResult, { readonly snapshot: Snapshot }> {
  const wrongRegionRanks = regionCheck.check(result.snapshot)
  return wrongRegionRanks.length === 0 ? result : { ...result, wrongRegionRanks }
}

async function fetchBoard(
  { gateway, clock, observe }: PollOptions,
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
 * Returns the collector's subscription to a gateway call: in its own priority, without retaining
 * the reply.
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
      // A rejection of the collector's valid call is an error of the gateway too.
      return 'upstream_error'
  }
}
