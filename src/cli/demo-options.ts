import { DEMO_PLAYERS_MAX, DEMO_PLAYERS_MIN } from '../compose/make-demo-dataset.ts'
import { UsageError } from './explain.ts'

/** Reads how many players a demo has, in all regions together. */
export function readPlayers(text: string): number {
  const players = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (players >= DEMO_PLAYERS_MIN && players <= DEMO_PLAYERS_MAX) return players
  throw new UsageError(
    `--players takes a whole number from ${DEMO_PLAYERS_MIN} to ${DEMO_PLAYERS_MAX}.`,
  )
}

/** Reads a seed: any safe integer. */
export function readSeed(text: string): number {
  const seed = /^-?[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(seed)) return seed
  throw new UsageError(
    `--seed takes a whole number from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}.`,
  )
}
