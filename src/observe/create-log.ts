import { pino, stdTimeFunctions } from 'pino'
import type { Clock } from '../domain/clock.ts'
import type { Observe } from '../domain/observation.ts'
import { createThrottle } from './create-throttle.ts'
import type { LogLine } from './log-line.ts'
import { toLogLine } from './to-log-line.ts'
import { writePretty } from './write-pretty.ts'

/** What pino needs of an output. */
export interface LogOutput {
  write(line: string): void
}

/** A line for each observation for machines, or one for people. */
export type LogForm = 'json' | 'pretty'

/** What happens again and again is told at once, and after that once in so many milliseconds, with how often. */
const REPEATED_MS = 60_000

/** Makes the log. In both forms a line is one line, whatever is in it: control characters are escaped. */
export function createLog(
  output: LogOutput,
  clock: Pick<Clock, 'monotonicMs' | 'nowMs'>,
  form: LogForm = 'json',
): Observe {
  const throttle = createThrottle(clock, REPEATED_MS)
  const write =
    form === 'json'
      ? jsonWriter(output)
      : (line: LogLine) => output.write(writePretty(line, clock.nowMs()))
  return (observation) => {
    const line = toLogLine(observation, throttle)
    if (line !== undefined) write(line)
  }
}

function jsonWriter(output: LogOutput): (line: LogLine) => void {
  const logger = pino({ base: null, timestamp: stdTimeFunctions.isoTime }, output)
  return ({ level, fields, error, message }) =>
    logger[level](error === undefined ? fields : { ...fields, err: error }, message)
}
