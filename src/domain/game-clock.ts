import type { Clock } from './clock.ts'

/** How game time stands to wall time. Wall time itself is never touched: `fetchedAtMs` and quotas know no other. */
export interface GameTime {
  /** Game time at the start, in Unix milliseconds; `undefined`: what the wall clock says then. */
  readonly startsAtMs?: number | undefined
  /** Milliseconds of game time in one of real time, from 0 (it stands still) to {@link GAME_SPEED_MAX}. */
  readonly speed: number
}

/** The fastest that game time may run: more than a day each second. */
export const GAME_SPEED_MAX = 100_000

/** The span that game time may start in: from the year 2000 to the year 9999. Milliseconds, both ends included. */
export const GAME_TIME_BOUNDS = {
  minMs: Date.UTC(2000, 0, 1),
  maxMs: Date.UTC(10_000, 0, 1) - 1,
} as const

/** How many times faster than wall time things are read and grow old: 1 unless the game runs faster. */
export function speedOf(gameTime: GameTime | undefined): number {
  return Math.max(1, gameTime?.speed ?? 1)
}

/**
 * Starts a game clock. It is the wall clock itself, unless it is shifted or has a speed: then it goes on by monotonic
 * time from where it starts, so that it never steps, and stands still at the end of the year 9999. Returns what tells
 * the game time in whole Unix milliseconds.
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
 * Starts what tells the wall time (Unix ms) at which it will be, or was, a game time. It never changes what it says of one time,
 * also when a clock is set. Where game time stands still, it goes as if it did not: what was announced stays where it was.
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
