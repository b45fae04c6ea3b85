import { escapeControls } from '../text/escape-controls.ts'
import { describeError } from './describe-error.ts'
import type { LogLine } from './log-line.ts'

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
export function writePretty(
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
