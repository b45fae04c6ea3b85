import type { BacklineError } from './backline-error.ts'

/** A request that is sent now. */
export interface RequestInfo {
  readonly method: 'GET'
  /** The whole address. It never contains the key. */
  readonly address: string
  /** From 1. */
  readonly attempt: number
}

/** A request that failed and is sent again. */
export interface RetryInfo extends RequestInfo {
  /** The attempt that failed, from 1. */
  readonly attempt: number
  readonly error: BacklineError
  /** Milliseconds until the next attempt. */
  readonly pauseMs: number
}

/** A request that waits for a limit. */
export interface LimitInfo {
  readonly method: 'GET'
  readonly address: string
  /** `minute` or `day`; the limits that a 429 named, joined by commas. */
  readonly limit: string
  /** Milliseconds until the request can be sent, at the earliest. */
  readonly waitMs: number
}

/**
 * Functions that observe the client. Their errors never change a result; the first one of each is
 * written to the console.
 */
export interface Hooks {
  /** Called before each attempt of a request. */
  readonly onRequest?: ((info: RequestInfo) => void) | undefined
  /** Called when an attempt has failed and the request is sent again. */
  readonly onRetry?: ((info: RetryInfo) => void) | undefined
  /** Called when a request waits because a limit is used up, or after a 429. */
  readonly onLimited?: ((info: LimitInfo) => void) | undefined
}

/** Hooks whose failure was reported. */
const reported = new WeakSet()

/**
 * Calls a hook, if there is one. An error, also of an asynchronous hook, never changes the outcome
 * of a request: the first one of each hook is written to the console.
 */
export function callHook<Info>(hook: ((info: Info) => void) | undefined, info: Info): void {
  if (hook === undefined) return
  const report = (error: unknown) => {
    if (reported.has(hook)) return
    reported.add(hook)
    console.error('A hook of the Backline client failed:', error)
  }
  try {
    // An asynchronous function may be passed as a hook, too.
    Promise.resolve(hook(info) as unknown).catch(report)
  } catch (error) {
    report(error)
  }
}
