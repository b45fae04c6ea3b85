import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { ServerError } from '../../platform/valkey/valkey-connection.ts'
import { createBatchQueue } from './batch-queue.ts'
import type { BatchPart, PartOutcome } from './quota-batch.ts'

const LIMITS = { minute: 100, day: 100, concurrency: 100 }
const NONE = { index: 0, count: 0 }
const ADMITTED = { nowMs: 0, minute: NONE, day: NONE, leases: 0, raised: false, violated: [] }
const ANSWER_MS = 100

/** Creates a queue for a server whose replies a test decides; it admits everything by default. */
function open(generation = 'one') {
  const sent: string[] = []
  const queued: (() => void)[] = []
  const server = {
    reply: async (parts: readonly BatchPart[]): Promise<readonly PartOutcome[]> =>
      parts.map(({ attempts }) => attempts.map(() => ADMITTED)),
    isLost: false,
  }
  const decided: string[] = []
  const queue = createBatchQueue({
    clock: { monotonicMs: () => 0 },
    answerMs: ANSWER_MS,
    newAttempt: () => ({ untilMs: 2 * ANSWER_MS, outcomeUnknown: false }),
    generation: () => generation,
    highWaterMarksOf: () => ({ minute: NONE, day: NONE, own: 0 }),
    beforeSend: () => {
      for (const queueOne of queued.splice(0)) queueOne()
    },
    onDecided: ({ developerId, attempts }) => decided.push(`${developerId} ${attempts.length}`),
    calls: {
      admit: async (parts, _generation, attempt) => {
        sent.push(parts.map(describePart).join('; '))
        attempt.outcomeUnknown = server.isLost
        if (server.isLost) throw new Error('lost')
        return server.reply(parts)
      },
      remove: async (developerId, leaseIds) => {
        sent.push(`ZREM ${developerId} ${leaseIds.join(' ')}`)
      },
    },
  })
  const newAttempt = (untilMs = 2 * ANSWER_MS) => ({ untilMs, outcomeUnknown: false })
  const admit = (developerId: string, leaseId: string, attempt = newAttempt(), limits = LIMITS) =>
    queue.admit({ developerId, limits, leaseId }, generation, attempt)
  return { queue, sent, server, admit, newAttempt, queued, decided }
}

function describePart({ developerId, releases, attempts }: BatchPart): string {
  const taken = attempts.map(({ leaseId, isRepeated }) => `${isRepeated ? '!' : '+'}${leaseId}`)
  return [developerId, ...releases.map((leaseId) => `-${leaseId}`), ...taken].join(' ')
}

describe('attempts and releases of one event-loop iteration', () => {
  it('leave as one command, in order, the releases of a developer first', async () => {
    const { sent, admit, queue, queued } = open()
    const attempts = [admit('ann', 'a'), admit('ben', 'b'), admit('ann', 'c')]
    queued.push(() => void queue.remove('ann', ['x', 'y']))
    assert.deepEqual(sent, [])
    await turn()
    assert.deepEqual(sent, ['ann -x -y +a +c; ben +b'])
    await Promise.all(attempts)
    await turn()
    assert.equal(sent.length, 1)
  })

  it('leave before the next iteration, however few they are', async () => {
    const { sent, admit } = open()
    void admit('ann', 'a')
    await turn()
    assert.deepEqual(sent, ['ann +a'])
  })

  it('leave in commands of bounded size', async () => {
    const { sent, admit, queue } = open()
    for (let lease = 0; lease < 130; lease += 1) void admit('ann', String(lease))
    for (let release = 0; release < 501; release += 1) void queue.remove('ben', [`r${release}`])
    await turn()
    const count = (text: string, sign: string) => text.split(` ${sign}`).length - 1
    assert.deepEqual(
      sent.map((text) => [count(text, '+'), count(text, '-')]),
      [
        [64, 0],
        [64, 0],
        [2, 500],
        [0, 0],
      ],
    )
    assert.equal(sent[3], 'ZREM ben r500')
  })

  it('leave as one command for each developer in a cluster', async () => {
    const { sent, admit, queue } = open('')
    void admit('ann', 'a')
    void admit('ben', 'b')
    void admit('ann', 'c')
    void queue.remove('ben', ['x'])
    await turn()
    assert.deepEqual(sent, ['ann +a +c', 'ben -x +b'])
  })

  it('leave in parts that are executed one after the other where one would change the result', async () => {
    const { sent, admit, queue } = open()
    void admit('ann', 'a')
    // Sees the lease of the first attempt.
    void admit('ann', 'a')
    // Has other limits.
    void admit('ann', 'b', undefined, { ...LIMITS, day: 1 })
    // Would free a slot that is not acquired yet.
    void queue.remove('ann', ['b'])
    await turn()
    assert.deepEqual(sent, ['ann +a; ann +a; ann +b; ann -b'])
  })

  it('leave at once before a command that must follow them', () => {
    const { sent, queue } = open()
    void queue.remove('ann', ['a'])
    void queue.remove('ben', ['b'])
    queue.flush()
    assert.deepEqual(sent, ['ann -a; ben -b'])
  })

  it('do not delay an attempt whose deadline is near, and do not get its deadline', () => {
    const { sent, admit, newAttempt } = open()
    void admit('ann', 'a')
    void admit('ann', 'b', newAttempt(ANSWER_MS - 1))
    assert.deepEqual(sent, ['ann +a', 'ann +b'])
  })
})

describe('the reply of a batch', () => {
  it('decides on each developer separately, also when one of them fails', async () => {
    const { server, admit, queue, decided } = open()
    const failed = new ServerError('WRONGTYPE Operation')
    server.reply = async ([first]) => [
      first?.attempts.map((_, at) => ({ ...ADMITTED, violated: at === 0 ? [] : ['day'] })),
      failed,
      undefined,
      [],
    ]
    const outcomes = await Promise.allSettled([
      admit('ann', 'a'),
      admit('ann', 'b'),
      admit('ben', 'c'),
      admit('cy', 'd'),
      queue.remove('dee', ['e']),
    ])
    assert.deepEqual(
      outcomes.map((outcome) =>
        outcome.status === 'rejected' ? outcome.reason : outcome.value?.violated,
      ),
      [[], ['day'], failed, undefined, undefined],
    )
    assert.deepEqual(decided, ['ann 2'])
  })

  it('makes every attempt unknown when it is lost, and its repetition says so', async () => {
    const { server, sent, admit, newAttempt } = open()
    const attempts = [newAttempt(), newAttempt()]
    server.isLost = true
    const lost = attempts.map((attempt, at) => admit('ann', `${at}`, attempt))
    assert.deepEqual(
      (await Promise.allSettled(lost)).map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    assert.deepEqual(
      attempts.map(({ outcomeUnknown }) => outcomeUnknown),
      [true, true],
    )
    server.isLost = false
    await Promise.all(attempts.map((attempt, at) => admit('ann', `${at}`, attempt)))
    assert.deepEqual(sent, ['ann +0 +1', 'ann !0 !1'])
    assert.deepEqual(
      attempts.map(({ outcomeUnknown }) => outcomeUnknown),
      [false, false],
    )
  })

  it('leaves an attempt as unknown as it was when the server has not executed it', async () => {
    const { server, admit, newAttempt } = open()
    const before = { ...newAttempt(), outcomeUnknown: true }
    server.reply = async () => [undefined]
    assert.equal(await admit('ann', 'a', before), undefined)
    server.reply = async () => [new ServerError('OOM command not allowed')]
    await assert.rejects(admit('ann', 'a', before), /OOM/)
    assert.equal(before.outcomeUnknown, true)
  })
})
