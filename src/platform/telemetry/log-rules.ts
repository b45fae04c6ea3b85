import type { LogRule } from './define-observations.ts'
import type { LogLevel } from './log-line.ts'

/** Logs nothing: the observation is for the metrics. */
export const notLogged: LogRule<object> = () => undefined

/** Logs every observation with all its fields, and with a message if they do not suffice. */
export function logged(level: LogLevel, message?: string): LogRule<object> {
  return message === undefined
    ? (observation) => ({ level, fields: { ...observation } })
    : (observation) => ({ level, fields: { ...observation }, message })
}

/**
 * Warns of a recurring event: at once, then at most once a minute for each key, with their number
 * in `times`. Keys must be few. The default is one key per type.
 */
export function throttled<Fields extends object = object>(
  keyOf: (fields: Fields) => string = () => '',
): LogRule<Fields> {
  return (observation, { throttle }) => {
    const times = throttle(`${observation.type} ${keyOf(observation)}`)
    return times === undefined ? undefined : { level: 'warn', fields: { ...observation, times } }
  }
}

/** A store that stopped responding (`away`), with the reason, or responds again (`back`). */
export interface StoreChange {
  readonly state: 'away' | 'back'
  readonly error?: unknown
}

/** Logs an outage as an error and its end as information. */
export const logStoreChange: LogRule<StoreChange> = ({ error, ...fields }) => ({
  level: fields.state === 'back' ? 'info' : 'error',
  fields,
  error: toError(error),
})

/** Returns any thrown value as an `Error`. */
export function toError(error: unknown): Error | undefined {
  if (error === undefined || error instanceof Error) return error
  return new Error(typeof error === 'string' ? error : 'The thrown value is not an error.')
}
