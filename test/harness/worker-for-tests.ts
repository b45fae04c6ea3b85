import process from 'node:process'
import { isMainThread } from 'node:worker_threads'
import { notFound, unavailable } from '../../src/platform/http/errors/service-error.ts'
import { serveCalls, Transfer } from '../../src/platform/workers/serve-calls.ts'

// A worker of the RPC tests, as a thread and as a process.

/** Its methods. */
export interface TestApi {
  describe(): Promise<{ config: unknown; nowMs: number; isThread: boolean; variables: string[] }>
  reverse(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>
  count(until: number): Promise<string>
  fail(how: 'type' | 'syntax' | 'refused' | 'unavailable' | 'causes'): Promise<never>
  crash(): Promise<never>
  opened(): Promise<number>
}

/** Its configuration: its first opening fails where `isFaulty`. */
export interface TestConfig {
  readonly isFaulty: boolean
}

const ERRORS = {
  type: () => new TypeError('A type.'),
  syntax: () => new SyntaxError('A syntax.'),
  refused: () => notFound('Not here.'),
  unavailable: () => unavailable(new Error('The disk is gone.')),
  causes: () => new Error('Above.', { cause: new Error('Below.') }),
}

let openings = 0

serveCalls<TestApi, TestConfig, number>((config, { clock, report }) => {
  openings += 1
  if (config.isFaulty && openings === 1) throw new Error('The worker cannot open.')
  return {
    describe: () => ({
      config,
      nowMs: clock.nowMs(),
      isThread: !isMainThread,
      variables: Object.keys(process.env),
    }),
    reverse: (bytes) => {
      const reversed = bytes.toReversed()
      return new Transfer(reversed, [reversed.buffer])
    },
    count: async (until) => {
      for (let number = 1; number <= until; number += 1) report(number)
      return 'counted'
    },
    fail: (how) => {
      throw ERRORS[how]()
    },
    crash: () => process.exit(7),
    opened: () => openings,
  }
})
