import { pino, stdTimeFunctions, type Logger } from 'pino'
import type { Observation, Observe } from '../domain/observation.ts'

/** The log: takes observations, and can be emptied before the process ends. */
export interface Log {
  readonly observe: Observe
  /** Writes what is still waiting. */
  flush(): void
}

/** What pino needs of an output. */
export interface LogOutput {
  write(line: string): void
  flushSync?(): void
}

/**
 * Makes the log: one JSON line per observation. It writes what an observation holds and nothing
 * else; that no observation holds a secret is the observation's promise.
 */
export function createLog(output: LogOutput): Log {
  const logger = pino({ base: null, timestamp: stdTimeFunctions.isoTime }, output)
  return {
    observe: (observation) => write(logger, observation),
    flush: () => output.flushSync?.(),
  }
}

function write(logger: Logger, observation: Observation): void {
  switch (observation.type) {
    case 'request.answered': {
      const { durationMs, ...rest } = observation
      return logger.info({ ...rest, durationMs: Math.round(durationMs * 1_000) / 1_000 })
    }
    case 'fault': {
      const { error, ...rest } = observation
      return logger.error({
        ...rest,
        err: error instanceof Error ? error : new Error(String(error)),
      })
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
