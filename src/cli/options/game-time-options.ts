import type { Command } from 'commander'
import { GAME_SPEED_MAX, type GameTime } from '../../game/game-clock.ts'
import { parseTime } from '../../platform/time/parse-time.ts'
import { UsageError } from '../output/explain-error.ts'

/** Unparsed game time flags. */
export interface GameTimeOptions {
  readonly gameTime?: string
  readonly gameSpeed?: string
}

const SPEED = /^[0-9]{1,6}(?:\.[0-9]{1,6})?$/

/** Adds `--game-time` and `--game-speed` to a command. */
export function addGameTimeOptions(command: Command): Command {
  return command
    .option('--game-time <time>', 'game time at the start: UTC as 2026-07-01T12:00Z, or Unix ms')
    .option('--game-speed <times>', 'speed factor of game time; 0 stops it')
}

/** Parses the game time flags; `undefined` when game time is wall time. */
export function readGameTime({ gameTime, gameSpeed }: GameTimeOptions): GameTime | undefined {
  if (gameTime === undefined && gameSpeed === undefined) return undefined
  return {
    startsAtMs: gameTime === undefined ? undefined : readTime(gameTime),
    speed: gameSpeed === undefined ? 1 : readSpeed(gameSpeed),
  }
}

/** Returns the flags as command-line text, each with a leading space. */
export function gameTimeFlags({ gameTime, gameSpeed }: GameTimeOptions): string {
  const time = gameTime === undefined ? '' : ` --game-time ${gameTime}`
  return time + (gameSpeed === undefined ? '' : ` --game-speed ${gameSpeed}`)
}

function readTime(text: string): number {
  const ms = parseTime(text)
  if (ms !== undefined) return ms
  throw new UsageError(
    '--game-time takes a time in UTC from the year 2000 on, such as 2026-07-01T12:00Z or 2026-07-01, ' +
      'or Unix milliseconds, such as 1782907200000.',
  )
}

function readSpeed(text: string): number {
  const speed = SPEED.test(text) ? Number(text) : Number.NaN
  if (speed >= 0 && speed <= GAME_SPEED_MAX) return speed
  throw new UsageError(
    `--game-speed takes a number from 0 to ${GAME_SPEED_MAX}, such as 60: one hour of game time per minute.`,
  )
}
