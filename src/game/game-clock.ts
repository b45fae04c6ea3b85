import { TIME_BOUNDS } from '../platform/time/parse-time.ts'
import type { Clock } from '../platform/time/clock.ts'

/**
 * Configures game time relative to wall time. Wall time itself is unaffected: `fetchedAtMs` and
 * quotas use nothing else.
 */
export interface GameTime {
  /** Game time at the start, in Unix milliseconds; `undefined` is the wall time at the start. */
  readonly startsAtMs?: number | undefined
  /**
   * Milliseconds of game time per millisecond of real time, from 0 (stopped) to {@link
   * GAME_SPEED_MAX}.
   */
  readonly speed: number
}

/** The maximum speed of game time: more than a day per second. */
export const GAME_SPEED_MAX = 100_000

/**
 * The valid range of the start of game time, in milliseconds: the years 2000 to 9999, both
 * included.
 */
export const GAME_TIME_BOUNDS = TIME_BOUNDS

/** Returns the factor by which polling and cache expiry accelerate; at least 1. */
export function speedOf(gameTime: GameTime | undefined): number {
  return Math.max(1, gameTime?.speed ?? 1)
}

/**
 * Starts a game clock. Returns a function that reads the game time in whole Unix milliseconds.
 * Without `gameTime` it is the wall clock. With it the clock advances by monotonic time, so that it
 * never steps, and stops at the end of the year 9999.
 */
export function startGameClock(clock: Clock, gameTime?: GameTime): () => number {
  if (gameTime === undefined) return () => Math.floor(clock.nowMs())
  const { startsAtMs = clock.nowMs(), speed } = gameTime
  const startedMs = clock.monotonicMs()
  return () => {
    const passedMs = (clock.monotonicMs() - startedMs) * speed
    return Math.min(GAME_TIME_BOUNDS.maxMs, Math.floor(startsAtMs + passedMs))
  }
}

/**
 * Starts a converter from game time to wall time (Unix ms). Its result for a given time never
 * changes, even if a clock is set. While game time is stopped it converts at speed 1, so that
 * announced times stay where they were.
 */
export function startWallTimes(
  clock: Clock,
  gameTime?: GameTime,
): { at(gameMs: number): number; gameNowMs(): number } {
  const gameNowMs = startGameClock(clock, gameTime)
  if (gameTime === undefined) return { at: (gameMs) => gameMs, gameNowMs }
  const [wallMs, startsAtMs] = [clock.nowMs(), gameNowMs()]
  const rate = gameTime.speed === 0 ? 1 : gameTime.speed
  return { at: (gameMs) => Math.round(wallMs + (gameMs - startsAtMs) / rate), gameNowMs }
}
