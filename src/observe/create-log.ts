import { pino, stdTimeFunctions, type Logger } from 'pino'
import type { Clock } from '../domain/clock.ts'
import type { Observation, Observe } from '../domain/observation.ts'
import { createThrottle, type Throttle } from './create-throttle.ts'

/** What pino needs of an output. */
export interface LogOutput {
  write(line: string): void
}

/** What a gateway does wrong is said at once, and after that once in so many milliseconds, with how often. */
const REPEATED_MS = 60_000

/**
 * Makes the log: one JSON line per observation, but of what a gateway keeps doing one line a minute. It writes what an
 * observation holds and nothing else; that no observation holds a secret is the observation's promise.
 */
export function createLog(output: LogOutput, clock: Pick<Clock, 'monotonicMs'>): Observe {
  const logger = pino({ base: null, timestamp: stdTimeFunctions.isoTime }, output)
  const throttle = createThrottle(clock, REPEATED_MS)
  return (observation) => write(logger, observation, throttle)
}

function write(logger: Logger, observation: Observation, throttle: Throttle): void {
  switch (observation.type) {
    case 'gateway.called': {
      const { type, region, operation, outcome, error } = observation
      // A call that went well, or that nobody waits for, is for the metrics.
      if (['answered', 'unknown', 'abandoned'].includes(outcome)) return
      // The reason is one of few: it is in our own words.
      const reason = error instanceof Error ? error.message : ''
      const times = throttle(`${type} ${region} ${operation} ${outcome} ${reason}`)
      if (times === undefined) return
      return logger.warn({
        type,
        region,
        operation,
        outcome,
        times,
        ...(error !== undefined && { err: toError(error) }),
      })
    }
    case 'gateway.refused':
    case 'gateway.fields_dropped':
    case 'gateway.clock_ahead':
    case 'gateway.retried': {
      const times = throttle(`${observation.type} ${observation.region}`)
      return times === undefined ? undefined : logger.warn({ ...observation, times })
    }
    case 'keys.look_up_refused':
    case 'connection.refused': {
      const times = throttle(observation.type)
      return times === undefined ? undefined : logger.warn({ ...observation, times })
    }
    case 'load.shed': {
      const times = throttle(`${observation.type} ${observation.overload}`)
      return times === undefined ? undefined : logger.warn({ ...observation, times })
    }
    case 'gateway.breaker':
      return logger.warn(observation)
    case 'store.changed': {
      const { error, ...rest } = observation
      if (rest.state === 'back') return logger.info(rest)
      return logger.error({ ...rest, ...(error !== undefined && { err: toError(error) }) })
    }
    case 'request.answered':
      return logger.info({
        ...observation,
        durationMs: Math.round(observation.durationMs * 1_000) / 1_000,
      })
    case 'fault': {
      const { error, ...rest } = observation
      return logger.error({ ...rest, err: toError(error) })
    }
    case 'quota.slot_dropped':
      return logger.error(
        observation,
        'A damaged quota slot was dropped; its developer starts at zero.',
      )
    case 'keys.foreign_pepper':
      return logger.warn(
        observation,
        'Keys in the store were made under another pepper and will be refused; check BACKLINE_KEY_PEPPER.',
      )
    default:
      return logger.info(observation)
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
