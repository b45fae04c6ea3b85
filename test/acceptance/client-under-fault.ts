import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { BacklineError, createClient, eventId, type ErrorCode } from '../../client/src/client.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { backline, startServer, type ServerProcess } from './run-backline.ts'

const folder = temporaryFolder()
const dataDir = join(folder, 'data')
const SIMULATOR_KEY = 'simulator-key-that-anybody-may-know'
const CALLS = 8

/**
 * The expected outcome of a call: that without the fault, an empty board, or an error with this
 * code.
 */
type Expected = 'true' | 'empty' | ErrorCode

/** The expected outcome when a fault affects every call, by the names that the simulator lists. */
export const EXPECTED: Readonly<
  Record<string, { readonly fault: string; readonly says: Expected }>
> = {
  latency: { fault: 'latency=1-30', says: 'true' },
  error: { fault: 'error=transport', says: 'upstream_error' },
  maintenance: { fault: 'maintenance=600', says: 'maintenance' },
  'too-many-requests': { fault: 'too-many-requests=2', says: 'unavailable' },
  'not-found': { fault: 'not-found', says: 'not_found' },
  'plain-404': { fault: 'plain-404', says: 'upstream_error' },
  'empty-object': { fault: 'empty-object', says: 'empty' },
  html: { fault: 'html=disguised', says: 'upstream_error' },
  redirect: { fault: 'redirect', says: 'upstream_error' },
  'wrong-types': { fault: 'wrong-types', says: 'upstream_error' },
  secrets: { fault: 'secrets=canary-of-the-client', says: 'true' },
  'clock-ahead': { fault: 'clock-ahead=121000', says: 'true' },
  'no-fetched-at': { fault: 'no-fetched-at', says: 'true' },
  'truncated-body': { fault: 'truncated-body', says: 'upstream_error' },
  'many-rows': { fault: 'many-rows', says: 'upstream_error' },
  'gzip-bomb': { fault: 'gzip-bomb=128', says: 'upstream_error' },
  'hang-before-headers': { fault: 'hang-before-headers', says: 'upstream_timeout' },
  'hang-mid-body': { fault: 'hang-mid-body', says: 'upstream_timeout' },
  'slow-body': { fault: 'slow-body', says: 'upstream_timeout' },
  reset: { fault: 'reset', says: 'upstream_error' },
  'reset-mid-body': { fault: 'reset-mid-body', says: 'upstream_error' },
}

let simulator: ServerProcess
let key: string
let truth: readonly unknown[]

/** Starts a simulator and records the true answers, before the tests of a file. */
export function useSimulator(): void {
  before(async () => {
    simulator = await startServer(join(folder, 'none'), {
      words: ['simulate', '--port', '0', '--seed', '7'],
    })
    const words = ['keys', 'create', '--developer', 'tester', '--scopes', 'all', '--regions', 'all']
    const more = ['--application', 'bot', '--minute', '100000', '--day', '1000000', '--json']
    const made = backline(dataDir, [...words, ...more])
    assert.equal(made.status, 0, made.stderr)
    key = (JSON.parse(made.stdout) as { key: string }).key
    truth = await withServer((origin) => Promise.all(asks(origin, 2)))
    assert.ok(truth.every((outcome) => Array.isArray(outcome)))
  })
  after(async () => {
    simulator.kill('SIGTERM')
    await simulator.ended
  })
}

/** Replaces the faults of the simulator. */
export async function setFaults(faults: readonly string[]): Promise<void> {
  const { status } = await fetch(`${simulator.origin}/simulator/faults`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${SIMULATOR_KEY}` },
    body: JSON.stringify(faults),
  })
  assert.equal(status, 200)
}

/** Runs with a server that has not met a fault yet. */
export async function withServer<Value>(
  run: (origin: string) => Promise<Value>,
  gatewayMs = 8_000,
): Promise<Value> {
  const server = await startServer(dataDir, {
    words: ['serve'],
    more: {
      BACKLINE_GATEWAY_URL: simulator.origin,
      BACKLINE_GATEWAY_KEY: SIMULATOR_KEY,
      BACKLINE_GATEWAY_DEADLINE_MS: String(gatewayMs),
      BACKLINE_CACHE_BYTES: '0',
    },
  })
  try {
    return await run(server.origin)
  } finally {
    server.kill('SIGTERM')
    await server.ended
  }
}

/** Sends different requests concurrently. Each returns its rows or rejects with the error. */
export function asks(origin: string, retries: number): readonly Promise<unknown>[] {
  const client = createClient({ baseUrl: origin, key, retriesMax: retries, deadlineMs: 60_000 })
  return Array.from({ length: CALLS }, async (_, at) => {
    const asked = { eventId: eventId('2004'), ranks: [at + 1, 57, 95] }
    try {
      const { byRank, fetchedAt, ageMs } = await client.event.ranking('jp', asked)
      assert.ok(fetchedAt.getTime() <= Date.now() && ageMs >= 0 && ageMs < 30_000)
      assert.deepEqual([...byRank.keys()], asked.ranks)
      return [...byRank.values()]
    } catch (error) {
      return error
    }
  })
}

/** Returns whether an outcome is as expected: complete and true. */
export function says(outcome: unknown, at: number, expected: Expected): boolean {
  if (outcome instanceof BacklineError)
    return outcome.code === expected && outcome.status !== undefined
  const wanted = expected === 'empty' ? [[], [], []] : truth[at]
  return JSON.stringify(outcome) === JSON.stringify(wanted)
}

/** Declares the tests of these faults. */
export function testFaults(names: readonly string[]): void {
  for (const name of names) {
    const { fault, says: expected } = EXPECTED[name] as (typeof EXPECTED)[string]
    it(`returns only true answers under ${name}, and loses none when every other call fails`, async () => {
      // Calls that never get an answer have a short timeout; all others have time on a busy
      // machine.
      const gatewayMs = expected === 'upstream_timeout' ? 700 : 8_000
      const [outcomes, mixed] = await withServer(async (origin) => {
        await setFaults([fault])
        const always = await Promise.all(asks(origin, 0).slice(0, 2))
        await setFaults([`${fault}@0.5`])
        return [always, await Promise.all(asks(origin, 2))]
      }, gatewayMs)
      for (const [at, outcome] of outcomes.entries()) {
        assert.ok(says(outcome, at, expected), `${String(outcome)} in place of ${expected}`)
        assert.ok(!JSON.stringify(outcome).includes('canary'))
      }
      // Repeated failures open the circuit breaker of the server for a while.
      const allowed: readonly Expected[] = ['true', expected, 'unavailable']
      assert.equal(mixed.length, CALLS)
      for (const [at, outcome] of mixed.entries()) {
        const isAllowed = allowed.some((one) => says(outcome, at, one))
        assert.ok(isAllowed, `${String(outcome)} in place of ${allowed.join(' or ')}`)
      }
      const isTrue = (outcome: unknown, at: number) => says(outcome, at, 'true')
      assert.ok(mixed.some(isTrue), 'some answers come')
    })
  }
}
