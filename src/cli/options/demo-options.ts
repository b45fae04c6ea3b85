import { DEMO_PLAYERS_MAX, DEMO_PLAYERS_MIN } from '../../demo/demo.ts'
import { UsageError } from '../output/explain-error.ts'

/** Parses the number of players of a demo, all regions together. */
export function readPlayers(text: string): number {
  const players = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (players >= DEMO_PLAYERS_MIN && players <= DEMO_PLAYERS_MAX) return players
  throw new UsageError(
    `--players takes an integer from ${DEMO_PLAYERS_MIN} to ${DEMO_PLAYERS_MAX}.`,
  )
}

/** Parses a seed: any safe integer. */
export function readSeed(text: string): number {
  const seed = /^-?[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(seed)) return seed
  throw new UsageError(
    `--seed takes an integer from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}.`,
  )
}
