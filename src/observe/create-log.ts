import type { Clock } from '../domain/clock.ts'
import type { Observation, Observe } from '../domain/observation.ts'
import { createThrottle } from './create-throttle.ts'
import { describeError } from './describe-error.ts'
import type { LogLevel, LogLine } from './log-line.ts'
import { toLogLine } from './to-log-line.ts'
import { escapeHarmful, writePretty } from './write-pretty.ts'

/** What takes the lines. */
export interface LogOutput {
  write(line: string): void
}

/** A line for each observation for machines, or one for people. */
export type LogForm = 'json' | 'pretty'

/** What happens again and again is told at once, and after that once in so many milliseconds, with how often. */
const REPEATED_MS = 60_000

/** How lines are written. */
export interface LogSettings {
  readonly form?: LogForm
  /** The number of the worker whose log it is, where there are several; each line has it. */
  readonly worker?: number | undefined
  /** Which requests are told of: all, unless it says only those that were refused, failed or cut. */
  readonly requests?: 'all' | 'failed'
}

/** Makes the log. In both forms a line is one line, whatever is in it: control characters are escaped. */
export function createLog(
  output: LogOutput,
  clock: Pick<Clock, 'monotonicMs' | 'nowMs'>,
  { form = 'json', worker, requests = 'all' }: LogSettings = {},
): Observe {
  const throttle = createThrottle(clock, REPEATED_MS)
  const write =
    form === 'json'
      ? jsonWriter(output, clock, worker)
      : (line: LogLine) => output.write(writePretty(line, clock.nowMs(), worker))
  return (observation) => {
    if (requests === 'failed' && isGoodAnswer(observation)) return
    const line = toLogLine(observation, throttle)
    if (line !== undefined) write(line)
  }
}

/** Whether a request got, whole, what it asked for. */
function isGoodAnswer(observation: Observation): boolean {
  return observation.type === 'request.answered' && observation.complete && observation.status < 400
}

/** As pino and its tools number them. */
const LEVELS: Readonly<Record<LogLevel, number>> = { info: 30, warn: 40, error: 50 }

/**
 * Writes lines as pino does, whose tools read them, but in a third of its time: one is written for each request
 * (docs/adr/0014). Fields are put behind the beginning as text, so that nobody copies them into another object.
 */
function jsonWriter(
  output: LogOutput,
  clock: Pick<Clock, 'nowMs'>,
  worker: number | undefined,
): (line: LogLine) => void {
  const whose = worker === undefined ? '' : `"worker":${worker},`
  const timeOf = createTimeText()
  return ({ level, fields, error, message }) => {
    const begin = `{"level":${LEVELS[level]},"time":"${timeOf(clock.nowMs())}",${whose}`
    if (error === undefined && message === undefined) {
      output.write(`${begin}${JSON.stringify(fields).slice(1)}\n`)
      return
    }
    const err = error && describeError(error)
    const all = JSON.stringify({ ...fields, err, msg: message ?? err?.message })
    output.write(`${begin}${escapeHarmful(all).slice(1)}\n`)
  }
}

/** Writes times, each millisecond once. */
function createTimeText(): (nowMs: number) => string {
  let lastMs = Number.NaN
  let text = ''
  return (nowMs) => {
    if (nowMs !== lastMs) {
      lastMs = nowMs
      text = new Date(nowMs).toISOString()
    }
    return text
  }
}
