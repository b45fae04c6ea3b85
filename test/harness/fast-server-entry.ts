import { join } from 'node:path'
import process from 'node:process'
import { openHistoryWorker } from '../../src/history/store/worker/history-worker.ts'
import { dataPaths } from '../../src/platform/files/data-paths.ts'
import { systemClock } from '../../src/platform/time/system-clock.ts'
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
  // The deadlines of the history are real ones: a busy machine can take a twentieth of 5 s for a read.
  history: openHistoryWorker(dataPaths(join(folder, 'data')).history, systemClock),
  // All other deadlines are as much shorter as the clock is faster. Beside other programs, threads of a low
  // priority would exceed them.
  environment: { BACKLINE_ENGINE_TUNING: 'off', ...environment },
})
process.stdout.write(`${origin}\n`)
