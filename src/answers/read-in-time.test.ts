import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import type { Permit } from '../contract/flow-values.ts'
import type { Gateway, GatewayReply } from '../domain/gateway.ts'
import { readInTime } from './read-in-time.ts'

const REPLY: GatewayReply = { message: {}, fetchedAtMs: 1 }
const DEADLINE_MS = 8_000

/** A permit that counts who still holds its place, and a gateway that answers when it is told to. */
function scene() {
  const clock = createManualClock(0)
  const { promise, resolve, reject } = Promise.withResolvers<GatewayReply>()
  const client = new AbortController()
  const seen = { holders: 0, releases: 0, aborted: false }
  const permit = {
    call: {},
    hold: () => {
      seen.holders += 1
      return () => {
        seen.holders -= 1
        seen.releases += 1
      }
    },
  } as unknown as Permit
  const gateway: Gateway = {
    read: (_, { signal }) => {
      signal.addEventListener('abort', () => (seen.aborted = true))
      return promise
    },
    close: () => {},
  }
  const answer = readInTime({ gateway, clock, deadlineMs: DEADLINE_MS }, permit, {
    gone: client.signal,
  })
  const outcome = answer.then(
    () => 'answered',
    (error: Error & { code?: string }) => error.code ?? error.message,
  )
  return { clock, client, seen, resolve, reject, outcome }
}

describe('reading a gateway in time', () => {
  it('answers, and leaves no timer and no place behind', async () => {
    const { clock, seen, resolve, outcome } = scene()
    resolve(REPLY)
    assert.equal(await outcome, 'answered')
    assert.deepEqual(seen, { holders: 0, releases: 1, aborted: false })
    assert.equal(clock.pending, 0)
  })

  it('ends at the deadline, aborts the call, and holds the place until the call has settled', async () => {
    const { clock, seen, reject, outcome } = scene()
    clock.advance(DEADLINE_MS - 1)
    assert.equal(seen.aborted, false)
    clock.advance(1)
    assert.equal(await outcome, 'upstream_timeout')
    assert.deepEqual(seen, { holders: 1, releases: 0, aborted: true })
    reject(new Error('aborted'))
    await new Promise(setImmediate)
    assert.equal(seen.holders, 0)
  })

  it('ends when the client leaves, and holds the place until the call has settled', async () => {
    const { clock, client, seen, resolve, outcome } = scene()
    client.abort()
    assert.equal(await outcome, 'unavailable')
    assert.deepEqual(seen, { holders: 1, releases: 0, aborted: true })
    resolve(REPLY)
    await new Promise(setImmediate)
    assert.deepEqual([seen.holders, clock.pending], [0, 0])
  })

  it('passes a failure of the gateway on', async () => {
    const { seen, reject, outcome } = scene()
    reject(new Error('broken'))
    assert.equal(await outcome, 'broken')
    assert.equal(seen.holders, 0)
  })

  it('releases the place exactly once, in whatever order things end', async () => {
    const ends = fc.shuffledSubarray(['deadline', 'leave', 'resolve', 'reject'] as const, {
      minLength: 1,
    })
    await fc.assert(
      fc.asyncProperty(ends, fc.boolean(), async (order, yields) => {
        const { clock, client, seen, resolve, reject, outcome } = scene()
        const end = {
          deadline: () => clock.advance(DEADLINE_MS),
          leave: () => client.abort(),
          resolve: () => resolve(REPLY),
          reject: () => reject(new Error('broken')),
        }
        for (const name of order) {
          end[name]()
          await (yields ? new Promise(setImmediate) : undefined)
        }
        resolve(REPLY)
        await outcome
        await new Promise(setImmediate)
        assert.deepEqual([seen.holders, seen.releases, clock.pending], [0, 1, 0])
      }),
    )
  })
})
