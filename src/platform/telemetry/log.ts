import { escapeControls } from '../text/escape-controls.ts'
import type { Clock } from '../time/clock.ts'
import type { ObservationOf, ObservationRules, Observe } from './define-observations.ts'
import { createLineSampler } from './line-sampler.ts'
import { createThrottle } from './throttle.ts'
import { describeError } from './describe-error.ts'
import type { LogLevel, LogLine } from './log-line.ts'

/** The output of the lines. */
export interface LogOutput {
  write(line: string): void
}

/** Format of the log: JSON for machines, or text for people. */
export type LogForm = 'json' | 'pretty'

/**
 * Milliseconds between two lines of a recurring event, which then carry a count. The first one is
 * logged immediately.
 */
const REPEATED_MS = 60_000

/** Options of the log. */
export interface LogOptions {
  readonly form?: LogForm
  /** The worker's number, where there are several; it is in each line. */
  readonly worker?: number | undefined
  /** Which requests are logged: all, or only rejected, failed and aborted ones. */
  readonly requests?: 'all' | 'failed'
}

/**
 * Creates the log of the observations that `rules` declare. In both formats an entry is one line:
 * control characters are escaped.
 */
export function createLog<const Rules extends ObservationRules>(
  rules: Rules,
  output: LogOutput,
  clock: Pick<Clock, 'monotonicMs' | 'nowMs'>,
  { form = 'json', worker, requests = 'all' }: LogOptions = {},
): Observe<ObservationOf<Rules>> {
  const context = {
    throttle: createThrottle(clock, REPEATED_MS),
    sample: createLineSampler(clock),
    requests,
  }
  const logRules = new Map(Object.entries(rules).map(([type, { log }]) => [type, log]))
  const write =
    form === 'json'
      ? jsonWriter(output, clock, worker)
      : (line: LogLine) => output.write(writePretty(line, clock.nowMs(), worker))
  return (observation) => {
    const line = logRules.get(observation.type)?.(observation, context)
    if (line !== undefined) write(line)
  }
}

/** Level numbers of pino and its tools. */
const LEVELS: Readonly<Record<LogLevel, number>> = { info: 30, warn: 40, error: 50 }

/**
 * Renders lines in pino's format in half its time (docs/adr/0014): there may be one per request.
 * Appends fields to a prebuilt prefix instead of copying objects.
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
    output.write(`${begin}${escapeControls(all).slice(1)}\n`)
  }
}

/** Renders times, caching the current millisecond. */
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

/** Only the type comes first. */
const TYPE_FIRST: NonNullable<LogLine['summary']> = {
  words: ({ type }) => [type],
  hidden: new Set(['type']),
}

/**
 * Renders a line for people: the UTC time of day, the worker's number if there are several, the
 * words of the summary, the other fields, and a stack on lines of its own. Escapes control
 * characters, so that no line can act on the terminal.
 */
function writePretty(
  { level, fields, error, message, summary = TYPE_FIRST }: LogLine,
  nowMs: number,
  worker?: number,
): string {
  const time = new Date(nowMs).toISOString().slice(11, 23)
  const mark = { info: ' ', warn: '!', error: '✖' }[level]
  const rest = Object.entries(fields)
    .filter(([name, value]) => value !== undefined && !summary.hidden.has(name))
    .map(([name, value]) => `${name}=${String(value)}`)
  const line = [
    time,
    mark,
    ...(worker === undefined ? [] : [`#${worker}`]),
    ...summary.words(fields),
    ...rest,
    ...(message === undefined ? [] : [message]),
  ]
  const stack =
    error === undefined
      ? []
      : describeError(error)
          .stack.split('\n')
          .map((text) => `    ${text.trim()}`)
  return [line.join(' '), ...stack].map((text) => `${escapeControls(text)}\n`).join('')
}
