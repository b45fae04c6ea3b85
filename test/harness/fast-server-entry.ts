import process from 'node:process'
import { createFastClock } from './fast-clock.ts'
import { startTestService } from './start-test-service.ts'

/** What a fast server is told, as JSON in its first argument. */
export interface FastServerOptions {
  readonly folder: string
  /** How fast its clock runs, and when that began (Unix milliseconds). */
  readonly times: number
  readonly startWallMs: number
  readonly environment: Readonly<Record<string, string>>
}

// Serves until it is killed; writes its address to standard output.
const { folder, times, startWallMs, environment } = JSON.parse(
  process.argv[2] ?? '',
) as FastServerOptions
const clock = createFastClock(times, startWallMs)
const { origin } = await startTestService({
  folder,
  clock,
  // Its deadlines are as much shorter as its clock is faster. Beside other programs, threads of a low
  // priority would exceed them.
  environment: { BACKLINE_ENGINE_TUNING: 'off', ...environment },
})
process.stdout.write(`${origin}\n`)
