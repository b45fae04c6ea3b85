import { describeError } from './describe-error.ts'
import type { LogLine } from './log-line.ts'

/** What a terminal acts on and what would make another line or turn it around: controls, line ends, marks of direction. */
const HARMFUL = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** Fields of a request that stand in a fixed order without their names, or are for machines alone. */
const REQUEST_WORDS = ['status', 'method', 'operation', 'region', 'code', 'cache'] as const
const SILENT = new Set<string>(['type', 'complete', 'durationMs', ...REQUEST_WORDS])

/**
 * Writes a line for a person who watches: the UTC time of day, the words that matter, then the other fields. A stack
 * follows on lines of its own. Where there are several workers, its number comes first. Nothing in it can act on the terminal.
 */
export function writePretty(
  { level, fields, error, message }: LogLine,
  nowMs: number,
  worker?: number,
): string {
  const time = new Date(nowMs).toISOString().slice(11, 23)
  const mark = { info: ' ', warn: '!', error: '✖' }[level]
  const words = fields.type === 'request.answered' ? requestWords(fields) : [fields.type]
  const isRequest = fields.type === 'request.answered'
  const rest = Object.entries(fields)
    .filter(([name, value]) => value !== undefined && !(isRequest && SILENT.has(name)))
    .filter(([name]) => name !== 'type')
    .map(([name, value]) => `${name}=${String(value)}`)
  const whose = worker === undefined ? [] : [`#${worker}`]
  const line = [
    time,
    mark,
    ...whose,
    ...words,
    ...rest,
    ...(message === undefined ? [] : [message]),
  ]
  const stack =
    error === undefined
      ? []
      : describeError(error)
          .stack.split('\n')
          .map((text) => `    ${text.trim()}`)
  return [line.join(' '), ...stack].map((text) => `${escapeHarmful(text)}\n`).join('')
}

/** Shows characters that would act on a terminal or a line as JSON writes them, such as `\u001b`. */
export function escapeHarmful(text: string): string {
  return text.replaceAll(HARMFUL, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

function requestWords(fields: LogLine['fields']): string[] {
  const known = REQUEST_WORDS.map((name) => fields[name]).filter((word) => word !== undefined)
  const cut = fields['complete'] === false ? ['(cut)'] : []
  return [...known.map(String), `${String(fields['durationMs'])}ms`, ...cut]
}
