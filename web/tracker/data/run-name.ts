import type { GameRun } from './parse-message.ts'

/** Returns the name of a run in links: `region:id@start`. */
export function runName({ region, id, startsAtMs }: GameRun): string {
  return `${region}:${id}@${startsAtMs}`
}
