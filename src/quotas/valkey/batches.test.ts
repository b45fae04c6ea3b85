import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { createClient } from '@redis/client'
import fc from 'fast-check'
import { startValkey, type Valkey } from '../../../scripts/cluster/start-valkey.ts'
import { skipWithout } from '../../../test/harness/servers.ts'
import { startTcpProxy } from '../../../test/harness/tcp-proxy.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { newDeveloper, openNode, WIDE, type ValkeyNode } from '../../../test/harness/valkey-node.ts'
import { ServerError, type Answer } from '../../platform/valkey/valkey-connection.ts'
import type { QuotaLimits } from '../quota.ts'
import { EMPTY_WINDOW } from '../quota-window.ts'
import { createBatchQueue } from './batch-queue.ts'
import { createQuotaCalls } from './quota-calls.ts'
import { quotaScripts } from './quota-scripts.ts'

/** A stopped clock, so that no minute ends during a test. */
const STOPPED_CLOCK = quotaScripts('1770000000000')
const MARKS = { minute: EMPTY_WINDOW, day: EMPTY_WINDOW, own: 0 }

/** Attempts and releases of one iteration, with numbers for developers and leases. */
interface Turn {
  readonly released: readonly (readonly [developer: number, lease: number])[]
  readonly attempts: readonly AttemptStep[]
  /** Which of the attempts are released in the same iteration. */
  readonly releasedAtOnce: readonly number[]
}

interface AttemptStep {
  readonly developer: number
  readonly lease: number
  readonly limits: QuotaLimits
  readonly isRepeated: boolean
}

describe('batches of a quota store', { skip: skipWithout('valkey') }, () => {
  let server: Valkey
  let client: ReturnType<typeof createClient>
  const nodes: ValkeyNode[] = []
  const open = async (url = server.url) => {
    const node = await openNode(url, { scripts: STOPPED_CLOCK })
    nodes.push(node)
    return node
  }
  before(async () => {
    server = await startValkey({ folder: temporaryFolder() })
    client = createClient({ url: server.url, RESP: 2 })
    await client.connect()
  })
  after(async () => {
    client.destroy()
    await server.stop()
  })
  afterEach(async () => {
    for (const node of nodes.splice(0)) await node.close()
  })
  const calls = createQuotaCalls(
    {
      call: async (_key, command, _attempt, isAnswer) => {
        const answer = await client.sendCommand<Answer>(command).catch((error: unknown) => {
          throw new ServerError(error instanceof Error ? error.message : '')
        })
        assert.ok(isAnswer(answer))
        return answer
      },
    },
    STOPPED_CLOCK,
    15_000,
  )
  const newAttempt = (outcomeUnknown = false) => ({ untilMs: 10_000, outcomeUnknown })

  it('decide like their attempts and releases one by one, whatever is sent together', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(turnArbitrary(), { maxLength: 12 }), async (turns) => {
        const [together, oneByOne] = [await run(turns, false), await run(turns, true)]
        assert.deepEqual(together, oneByOne)
      }),
      { numRuns: 150 },
    )
  })

  /** Runs turns for new developers; returns the decisions and the final states. */
  const run = async (turns: readonly Turn[], areApart: boolean): Promise<unknown[]> => {
    const developers = Array.from({ length: 3 }, newDeveloper)
    const idOf = (developer: number) => developers[developer] ?? assert.fail()
    const queue = createBatchQueue({
      clock: { monotonicMs: () => 0 },
      calls,
      answerMs: 1_000,
      newAttempt,
      generation: () => 'one',
      highWaterMarksOf: () => MARKS,
      beforeSend: () => {},
      onDecided: () => {},
    })
    await client.sendCommand(['HSET', 'backline:quota-store', 'open', 'one'])
    const results: unknown[] = []
    for (const { released, attempts, releasedAtOnce } of turns) {
      const pending: Promise<unknown>[] = []
      const add = async (one: Promise<unknown>) => {
        pending.push(one)
        if (areApart) await one
      }
      for (const [developer, lease] of released) {
        await add(queue.remove(idOf(developer), [String(lease)]))
      }
      for (const { developer, lease, limits, isRepeated } of attempts) {
        const request = { developerId: idOf(developer), leaseId: String(lease), limits }
        await add(queue.admit(request, 'one', newAttempt(isRepeated)))
      }
      for (const at of releasedAtOnce) {
        const attempt = attempts[at % attempts.length]
        if (attempt !== undefined)
          await add(queue.remove(idOf(attempt.developer), [String(attempt.lease)]))
      }
      if (!areApart) queue.flush()
      results.push(await Promise.all(pending))
    }
    for (const id of developers) {
      results.push(await calls.read(id, MARKS, newAttempt()))
      const leases = `backline:quota:{${id}}:leases`
      results.push(await client.zRangeWithScores(leases, 0, -1))
    }
    return results
  }

  it('charge each lease once when replies are lost', async (test) => {
    const proxy = await startTcpProxy(server.port)
    test.after(() => proxy.close())
    const node = await open(`redis://127.0.0.1:${proxy.port}`)
    const turn = fc.record({ size: fc.integer({ min: 1, max: 90 }), isLost: fc.boolean() })
    let leases = 0
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 6 }), async (turns) => {
        const developers = Array.from({ length: 3 }, newDeveloper)
        const charged = [0, 0, 0]
        for (const { size, isLost } of turns) {
          // Waits for what the turn before has sent, so that the reply that is lost is that of a batch.
          await Promise.all(developers.map(async (id) => node.read(id, WIDE)))
          if (isLost) proxy.set({ cutReplies: 1 })
          const takes = Array.from({ length: size }, async () => {
            const [at, lease] = [(leases += 1) % 3, `lease ${leases}`]
            charged[at] = (charged[at] ?? 0) + 1
            const { violated } = await node.take(developers[at] ?? assert.fail(), WIDE, lease)
            assert.deepEqual(violated, [])
            return () => node.release(developers[at] ?? assert.fail(), lease)
          })
          for (const release of await Promise.all(takes)) release()
        }
        proxy.set({ cutReplies: 0 })
        for (const [at, id] of developers.entries()) {
          // Once before, because a script that the server does not have is sent again.
          await node.read(id, WIDE)
          const { used } = await node.read(id, WIDE)
          assert.deepEqual([used.day, used.concurrency], [charged[at], 0])
        }
      }),
      { numRuns: 30 },
    )
  })

  it('admit the others when the data of one developer are damaged', async () => {
    const node = await open()
    const [healthy, damaged] = [newDeveloper(), newDeveloper()]
    await client.set(`backline:quota:{${damaged}}`, 'no hash')
    const outcomes = await Promise.allSettled(
      [healthy, damaged, healthy].map(async (id, at) => node.take(id, WIDE, `${at}`)),
    )
    assert.deepEqual(
      outcomes.map((outcome) =>
        outcome.status === 'rejected' ? String(outcome.reason) : outcome.value.violated,
      ),
      [[], 'ServerError: The quota store answered WRONGTYPE.', []],
    )
    assert.equal((await node.read(healthy, WIDE)).used.day, 2)
    // Alone, its error is that of the command.
    await assert.rejects(async () => node.take(damaged, WIDE, 'alone'), /WRONGTYPE/)
  })

  it('are one call for the attempts and releases of many developers', async () => {
    const node = await open()
    const developers = Array.from({ length: 20 }, newDeveloper)
    const countCalls = async () => {
      const info = await client.sendCommand<string>(['INFO', 'commandstats'])
      return ['evalsha', 'zrem'].map((name) =>
        Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(info)?.[1] ?? 0),
      )
    }
    const takeAll = (lease: string) =>
      Promise.all(developers.map(async (id) => node.take(id, WIDE, lease)))
    await takeAll('first')
    const [scripts = 0, removals = 0] = await countCalls()
    for (const id of developers) node.release(id, 'first')
    await takeAll('second')
    assert.deepEqual(await countCalls(), [scripts + 1, removals + developers.length])
  })
})

function turnArbitrary(): fc.Arbitrary<Turn> {
  const size = fc.integer({ min: 1, max: 6 })
  const lease = fc.nat(11)
  const attempt = fc.record({
    developer: fc.nat(2),
    lease,
    limits: fc.record({ minute: size, day: size, concurrency: size }),
    isRepeated: fc.boolean(),
  })
  return fc.record({
    released: fc.array(fc.tuple(fc.nat(2), lease), { maxLength: 4 }),
    attempts: fc.array(attempt, { maxLength: 8 }),
    releasedAtOnce: fc.array(fc.nat(7), { maxLength: 2 }),
  })
}
