import type { Observation, RequestAnswered } from '../domain/observation.ts'
import type { Throttle } from './create-throttle.ts'
import type { LogLine } from './log-line.ts'

/**
 * What the log tells of an observation; `undefined`: nothing. What may come very often and says the same each time is
 * told through `throttle`, with how often it came. A line holds what the observation holds and nothing else; that no
 * observation holds a secret is the observation's promise.
 */
export function toLogLine(observation: Observation, throttle: Throttle): LogLine | undefined {
  switch (observation.type) {
    case 'request.answered':
      return { level: 'info', fields: flatten(observation) }
    case 'gateway.called': {
      const { type, region, operation, outcome, error } = observation
      // A call that went well, or that nobody waits for, is for the metrics.
      if (['answered', 'unknown', 'abandoned'].includes(outcome)) return undefined
      // The reason is one of few: it is in our own words.
      const reason = error instanceof Error ? error.message : ''
      const times = throttle(`${type} ${region} ${operation} ${outcome} ${reason}`)
      if (times === undefined) return undefined
      return {
        level: 'warn',
        fields: { type, region, operation, outcome, times },
        error: toError(error),
      }
    }
    case 'gateway.refused':
    case 'gateway.fields_dropped':
    case 'gateway.clock_ahead':
    case 'gateway.retried': {
      const times = throttle(`${observation.type} ${observation.region}`)
      return times === undefined ? undefined : { level: 'warn', fields: { ...observation, times } }
    }
    case 'gateway.breaker':
      return { level: 'warn', fields: observation }
    case 'history.changed':
    case 'usage.changed':
    case 'store.changed': {
      const { error, ...fields } = observation
      return { level: fields.state === 'back' ? 'info' : 'error', fields, error: toError(error) }
    }
    case 'fault': {
      const { error, ...fields } = observation
      return { level: 'error', fields, error: toError(error) ?? new Error('Nothing was thrown.') }
    }
    case 'snapshot.gap': {
      const { type, region, kind, reason } = observation
      const times = throttle(`${type} ${region} ${kind} ${reason}`)
      return times === undefined ? undefined : { level: 'warn', fields: { ...observation, times } }
    }
    case 'snapshot.taken':
    case 'cache.evicted':
      // For the metrics.
      return undefined
    case 'quota.slot_dropped':
      return {
        level: 'error',
        fields: observation,
        message: 'A damaged quota slot was dropped; its developer starts at zero.',
      }
    case 'worker.ended':
      return {
        level: 'error',
        fields: observation,
        message: 'A worker ended untold; another takes its place.',
      }
    case 'quota.store_checked':
      return {
        level: observation.warnings.length > 0 ? 'warn' : 'info',
        fields: observation,
      }
    case 'load.shed': {
      const times = throttle(`${observation.type} ${observation.overload}`)
      return times === undefined ? undefined : { level: 'warn', fields: { ...observation, times } }
    }
    case 'keys.look_up_refused':
    case 'connection.refused':
    case 'quota.outcome_unknown':
    case 'quota.counts_raised': {
      const times = throttle(observation.type)
      return times === undefined ? undefined : { level: 'warn', fields: { ...observation, times } }
    }
    case 'usage.records_dropped':
      return { level: 'warn', fields: observation }
    case 'accounts.owned':
      if (observation.owned) return { level: 'info', fields: observation }
      return {
        level: 'error',
        fields: observation,
        message:
          'Another node serves from the same database, so this one admits nobody; set BACKLINE_VALKEY_URL for both.',
      }
    case 'collector.lease':
      return {
        level: 'info',
        fields: observation,
        message: observation.held
          ? 'This process collects snapshots from here on.'
          : 'This process collects snapshots no more.',
      }
    case 'keys.foreign_pepper':
      return {
        level: 'warn',
        fields: observation,
        message:
          'Keys in the store were made under another pepper and will be refused; check BACKLINE_KEY_PEPPER.',
      }
    default:
      return { level: 'info', fields: observation }
  }
}

/** One level of fields, written out one by one (to copy the rest of an object costs a microsecond), times to the microsecond. */
function flatten(answered: RequestAnswered): LogLine['fields'] {
  const { violated, ageMs, stagesMs } = answered
  return {
    type: answered.type,
    requestId: answered.requestId,
    keyId: answered.keyId,
    operation: answered.operation,
    region: answered.region,
    method: answered.method,
    status: answered.status,
    code: answered.code,
    violated: violated === undefined || violated.length === 0 ? undefined : violated.join(','),
    cache: answered.cache,
    ageMs: ageMs && Math.round(ageMs),
    complete: answered.complete,
    durationMs: toMicroseconds(answered.durationMs),
    identifyMs: toMicroseconds(stagesMs?.identify),
    admitMs: toMicroseconds(stagesMs?.admit),
    respondMs: toMicroseconds(stagesMs?.respond),
    writeMs: toMicroseconds(stagesMs?.write),
  }
}

function toMicroseconds(ms: number | undefined): number | undefined {
  return ms && Math.round(ms * 1_000) / 1_000
}

function toError(error: unknown): Error | undefined {
  if (error === undefined || error instanceof Error) return error
  return new Error(typeof error === 'string' ? error : 'Something was thrown that is no error.')
}
