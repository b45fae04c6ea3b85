import { boardKey, type Snapshot } from '../../domain/board.ts'
import type { Places } from '../../domain/create-places.ts'
import type { Reader } from '../../domain/gateway.ts'
import type { GapReason } from '../../domain/history-store.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { Watch } from '../../domain/watch.ts'
import { boardCall } from './board-call.ts'
import { boardRows } from './board-rows.ts'
import { atSpeed, type CollectorSettings } from './collector-settings.ts'
import { createBeat, shareOf } from './create-beat.ts'
import type { Calendar } from './open-calendar.ts'
import type { Recorder } from './create-recorder.ts'
import type { FollowedBoard, Reading } from './follow-board.ts'
import { gapReasonOf } from './gap-reason.ts'
import type { Silence } from './silence.ts'
import { wait } from '../../domain/wait.ts'

/** What the reading of a watch stands on, besides the settings. */
export interface WatchReading {
  readonly watch: Watch
  readonly followed: FollowedBoard
  readonly silence: Silence
  readonly places: Places
  readonly recorder: Recorder
  readonly calendar: Pick<Calendar, 'mayStartAnew'>
}

/** What reading needs of the settings. */
export type ReadSettings = Pick<CollectorSettings, 'gateway' | 'clock' | 'observe' | 'speed'>

/** Milliseconds after which a reading that failed is tried again, where the next one would come later. */
const RETRY_MS = 60_000

/** Whether a watch wants its board to be read at a time (Unix ms). */
export function isActive({ paused, fromMs = -Infinity, untilMs = Infinity }: Watch, nowMs: number) {
  return !paused && fromMs <= nowMs && nowMs < untilMs
}

/** Reads the board of a watch at its times, one reading after the other, until the signal aborts. */
export async function readWatch(
  settings: ReadSettings,
  reading: WatchReading,
  signal: AbortSignal,
): Promise<void> {
  const { clock, speed } = settings
  const { watch, followed, recorder } = reading
  const cadenceMs = atSpeed(watch.cadenceMs, speed)
  const nextMs = createBeat(clock, cadenceMs, shareOf(boardKey(watch.board)))
  const lastMs = followed.lastSnapshotMs ?? -Infinity
  let delayMs = clock.nowMs() - lastMs >= cadenceMs ? 0 : nextMs()
  while (await wait(clock, delayMs, signal)) {
    let failed = false
    // While the store is away for long, nothing is read that could not be kept.
    if (isActive(watch, clock.nowMs()) && !recorder.isFull) {
      failed = await readOnce(settings, reading, signal)
    }
    delayMs = failed ? Math.min(nextMs(), RETRY_MS) : nextMs()
  }
}

/** Resolves with whether there is no snapshot. */
async function readOnce(
  settings: ReadSettings,
  { watch, followed, silence, places, recorder, calendar }: WatchReading,
  signal: AbortSignal,
): Promise<boolean> {
  const { clock, observe, speed } = settings
  const { board } = watch
  const { region, kind } = board
  const leave = await places.take(signal)
  if (leave === undefined) return false
  try {
    const silent = silence.ended(atSpeed(watch.cadenceMs, speed))
    const startMs = clock.monotonicMs()
    const reading = await fetchBoard(settings, watch, signal)
    // It was told to stop: that this one failed says nothing. What was read is kept all the same.
    if (signal.aborted && 'reason' in reading) return false
    const atMs = Math.floor(clock.nowMs())
    const { rounds, happenings } = followed.take(reading, {
      silence: silent,
      atMs,
      beginsMs: watch.fromMs,
      mayStartAnew: calendar.mayStartAnew(board, followed.lastSnapshotMs ?? atMs, atMs),
    })
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

async function fetchBoard(
  { gateway, clock, observe }: ReadSettings,
  watch: Watch,
  signal: AbortSignal,
): Promise<Reading> {
  const fail = (reason: GapReason) => ({ atMs: Math.floor(clock.nowMs()), reason })
  try {
    const { reply } = await gateway.read(boardCall(watch), collectorReader(signal))
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

/** The collector as a reader of the gateway: in its own lane, and with nothing taken that a call could hold. */
export function collectorReader(gone: AbortSignal): Reader {
  return { gone, lane: 'collector', hold: () => () => {} }
}
