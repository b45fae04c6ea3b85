import type { ErrorCode } from './service-error.ts'
import type { Region } from './region.ts'

/**
 * Everything the program can notice. Code only observes; the log (and later the metrics) decide what to make of it.
 * No observation may hold a key, a query value, a path value or an authorization header.
 */
export type Observation =
  | {
      readonly type: 'request.answered'
      readonly requestId: string
      readonly keyId?: string
      readonly operation?: string
      readonly region?: Region
      readonly method: string
      readonly status: number
      readonly code?: ErrorCode
      /** False when the client left before the whole answer was sent. */
      readonly complete: boolean
      readonly durationMs: number
    }
  | {
      /** A fault of our own, or of something we stand on: the client was told only that we are unavailable. */
      readonly type: 'fault'
      readonly requestId?: string
      readonly where: string
      readonly error: unknown
    }
  | { readonly type: 'process.ready'; readonly address: string; readonly startMs: number }
  | { readonly type: 'process.draining'; readonly signal: string; readonly open: number }
  | { readonly type: 'process.stopped'; readonly clean: boolean }
  | { readonly type: 'quota.slot_dropped'; readonly slot: number }
  /** Answers come from a new dataset from here on. */
  | { readonly type: 'dataset.changed' }
  | { readonly type: 'keys.foreign_pepper'; readonly keys: number }

/** Takes one observation. Never throws and never waits. */
export type Observe = (observation: Observation) => void
