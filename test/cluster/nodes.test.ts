import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { withSettings } from '../../scripts/cluster/run-program.ts'
import { DAY_MS } from '../../src/platform/time/time-units.ts'
import { isLongRun } from '../harness/is-long-run.ts'
import { skipWithout } from '../harness/servers.ts'
import { ask } from './constant-load.ts'
import { startTestCluster, TARGET, type TestCluster } from './start-test-cluster.ts'

const FAR = ['--minute', '900000000', '--day', '900000000', '--concurrency', '90000']
/** Maximum time for which a revoked key stays valid: with notifications, and without. */
const PUSHED_MS = 1_000
const WITHOUT_NOTICE_MS = 5_000

describe('three nodes', { skip: skipWithout('postgres', 'valkey', 'haproxy') }, async () => {
  const cluster = await startTestCluster({ settings: { BACKLINE_DRAIN_DELAY_MS: '0' } })
  const { proxy } = cluster
  assert.ok(proxy !== undefined)
  const origins = cluster.nodes.map(({ origin }) => origin)

  /**
   * Requests a node; retries when a busy machine missed the decision deadline, which is not tested
   * here.
   */
  const askOne = async (origin: string, key: string) => {
    let outcome = ''
    for (let times = 0; times < 5; times += 1) {
      outcome = await ask(origin + TARGET, key)
      if (outcome !== UNDECIDED) return outcome
      await sleep(100)
    }
    return outcome
  }
  const askAll = (key: string) => Promise.all(origins.map((origin) => askOne(origin, key)))
  const quotaOf = async (key: string) => {
    const answer = await fetch(`${cluster.balancer.origin}/api/developer/v1/quota`, {
      headers: { authorization: `Bearer ${key}` },
    })
    return (await answer.json()) as Record<'minute' | 'day' | 'concurrency', { used: number }>
  }
  /**
   * Sends `count` requests, some concurrently, and verifies that exactly `due` of them were
   * admitted and all others rejected for the day. Where the machine was too busy for a decision in
   * time, an attempt may have been charged without an answer: that many may be missing.
   */
  const verifyExactQuota = async (
    targets: readonly string[],
    key: string,
    count: number,
    due: number,
  ) => {
    const outcomes = new Map<string, number>()
    let nth = 0
    const client = async () => {
      while (nth < count) {
        const outcome = await ask((targets[nth++ % targets.length] ?? '') + TARGET, key)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: 4 * targets.length }, client))
    const of = (outcome: string) => outcomes.get(outcome) ?? 0
    const [admitted, refused, undecided] = [of('200'), of(`429 ${OVER} day.`), of(UNDECIDED)]
    const said = JSON.stringify([...outcomes])
    assert.equal(admitted + refused + undecided, count, said)
    assert.ok(admitted <= due && admitted + undecided >= due, said)
    assert.ok(undecided < due / 2 && refused > 0, said)
  }
  const noLeaseIsLeft = (key: string) =>
    until(async () => (await quotaOf(key)).concurrency.used === 0)

  it('reject a key within a second of its revocation, in use or idle', async () => {
    const [hot, idle] = [await cluster.createKey('hot', ...FAR), await cluster.createKey('idle')]
    for (const { key } of [hot, idle]) assert.deepEqual(await askAll(key), ['200', '200', '200'])
    const over = new AbortController()
    const using = origins.map(async (origin) => {
      while (!over.signal.aborted) await ask(origin + TARGET, hot.key)
    })
    await Promise.all([
      cluster.run('keys', 'revoke', hot.id),
      cluster.run('keys', 'revoke', idle.id),
    ])
    await sleep(PUSHED_MS)
    const answers = [...(await askAll(hot.key)), ...(await askAll(idle.key))]
    over.abort()
    await Promise.all(using)
    assert.deepEqual(
      answers.map((answer) => answer.slice(0, 3)),
      Array.from({ length: 6 }, () => '401'),
    )
  })

  it('reject every key of a developer within a second of the suspension, and accept them again', async () => {
    const [one, two] = [
      await cluster.createKey('stopped', ...FAR),
      await cluster.createKey('stopped', '--existing'),
    ]
    const statuses = async () =>
      [...(await askAll(one.key)), ...(await askAll(two.key))].map((answer) => answer.slice(0, 3))
    const all = (status: string) => Array.from({ length: 6 }, () => status)
    assert.deepEqual(await statuses(), all('200'))
    await cluster.run('developers', 'suspend', 'stopped')
    await sleep(PUSHED_MS)
    assert.deepEqual(await statuses(), all('401'))
    await cluster.run('developers', 'reinstate', 'stopped')
    await sleep(PUSHED_MS)
    assert.deepEqual(await statuses(), all('200'))
  })

  it('reject it within five seconds without notifications', async () => {
    const { key, id } = await cluster.createKey('unreachable', ...FAR)
    proxy.set({ blackHoleOf: 'backline listener' })
    try {
      assert.deepEqual(await askAll(key), ['200', '200', '200'])
      await cluster.run('keys', 'revoke', id)
      await sleep(WITHOUT_NOTICE_MS)
      const answers = await askAll(key)
      assert.deepEqual(
        answers.map((answer) => answer.slice(0, 3)),
        ['401', '401', '401'],
      )
    } finally {
      proxy.set({ blackHoleOf: '' })
    }
  })

  it('admit exactly a quota between them, through the balancer', async () => {
    const limit = 60
    const attempts = 180
    const { key } = await cluster.createKey('exact', ...FAR.with(3, String(limit)))
    await verifyExactQuota([cluster.balancer.origin], key, attempts, limit)
    await noLeaseIsLeft(key)
    assert.equal((await quotaOf(key)).day.used, limit)
  })

  it('admit exactly a quota with nodes whose clocks are a day apart', async () => {
    const limit = 60
    const attempts = 200
    const { key } = await cluster.createKey('apart', ...FAR.with(3, String(limit)))
    const wrong = await Promise.all([
      startOffsetNode(cluster, DAY_MS),
      startOffsetNode(cluster, -DAY_MS),
    ])
    const all = [...origins, ...wrong]
    // In sequence first: each continues from the count of the previous one.
    for (const [nth, origin] of all.entries()) {
      const answer = await fetch(origin + TARGET, { headers: { authorization: `Bearer ${key}` } })
      assert.match(answer.headers.get('ratelimit') ?? '', new RegExp(`"day";r=${limit - 1 - nth};`))
      await answer.arrayBuffer()
    }
    await verifyExactQuota(all, key, attempts, limit - all.length)
    await noLeaseIsLeft(key)
    assert.equal((await quotaOf(key)).day.used, limit)
  })

  it('serve known keys while Postgres is down, and never reject them as invalid', async () => {
    const { key } = await cluster.createKey('known', ...FAR)
    assert.deepEqual(await askAll(key), ['200', '200', '200'])
    proxy.set({ refusing: true })
    try {
      // Longer than key-cache entries are fresh, and than the balancer needs to notice a node that
      // is not ready.
      for (let round = 0; round < 40; round += 1) {
        await sleep(200)
        assert.deepEqual(await askAll(key), ['200', '200', '200'])
        // The balancer must not mark the nodes as down.
        assert.equal(await ask(cluster.balancer.origin + TARGET, key), '200')
      }
    } finally {
      proxy.set({ refusing: false })
    }
  })

  it('answer 503 with Retry-After, never 429, while Valkey is down, and serve again when it is up', async () => {
    const { key } = await cluster.createKey('counted', ...FAR)
    assert.deepEqual(await askAll(key), ['200', '200', '200'])
    const before = await quotaOf(key)
    cluster.valkey.freeze()
    try {
      for (let round = 0; round < 3; round += 1) {
        for (const origin of origins) {
          const answer = await fetch(origin + TARGET, {
            headers: { authorization: `Bearer ${key}` },
          })
          assert.equal(answer.status, 503)
          assert.match(answer.headers.get('retry-after') ?? '', /^[1-9][0-9]*$/)
          await answer.arrayBuffer()
        }
      }
    } finally {
      cluster.valkey.thaw()
    }
    await until(async () => (await askAll(key)).every((answer) => answer === '200'))
    // The frozen server may have received some of the nine before nodes stopped sending.
    assert.ok((await quotaOf(key)).day.used >= before.day.used + 3)
    await noLeaseIsLeft(key)
  })

  it('are used again by the balancer when Valkey is up, without requests while they were not ready', async () => {
    const { key } = await cluster.createKey('waiting', ...FAR)
    const through = () => ask(cluster.balancer.origin + TARGET, key)
    assert.deepEqual(await askAll(key), ['200', '200', '200'])
    cluster.valkey.freeze()
    try {
      await until(async () => (await through()) === '503 No node is ready.')
    } finally {
      cluster.valkey.thaw()
    }
    await until(async () => (await through()) === '200')
  })

  it(
    'free the slots of a killed node when its leases expire',
    { skip: isLongRun ? false : 'Takes 16 seconds: npm run test:long.' },
    async () => {
      const { key } = await cluster.createKey('held', ...FAR.with(5, '3'))
      const other = await cluster.createKey('warm', ...FAR)
      const [victim, witness] = cluster.nodes
      assert.ok(victim !== undefined && witness !== undefined)
      // Only the victim may have cached this answer.
      const slow = '/api/open/v1/game/jp/circles/search/'
      cluster.simulator.setFaults(['latency=5000'])
      const held = ['a', 'b', 'c'].map((name) => ask(victim.origin + slow + name, key))
      await until(async () => (await quotaOf(key)).concurrency.used === 3)
      const killedMs = performance.now()
      await victim.end('SIGKILL')
      await Promise.all(held)
      cluster.simulator.setFaults([])
      assert.equal(await ask(witness.origin + TARGET, key), `429 ${OVER} concurrency.`)
      await until(async () => (await ask(witness.origin + TARGET, key)) === '200')
      assert.ok(performance.now() - killedMs <= 16_000)
      await victim.start()
      assert.equal(await ask(victim.origin + TARGET, other.key), '200')
    },
  )
})

const OVER = 'The developer exceeds these limits:'
const UNDECIDED = '503 The service cannot answer right now. Try again later.'

/** Starts another node on the stores of a cluster, with an offset wall clock. */
async function startOffsetNode(
  { settings, folder }: TestCluster,
  offsetMs: number,
): Promise<string> {
  const node = fork(new URL('offset-node.ts', import.meta.url), [String(offsetMs)], {
    env: withSettings({
      ...settings,
      BACKLINE_DATA_DIR: `${folder}/offset${offsetMs}`,
      BACKLINE_LISTEN: '127.0.0.1:0',
      BACKLINE_ADMIN_LISTEN: '127.0.0.1:0',
    }),
  })
  after(async () => {
    const gone = once(node, 'exit')
    node.disconnect()
    await gone
  })
  const [origin] = (await once(node, 'message')) as [string]
  return origin
}

/** Retries until it succeeds or the test times out. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20)
}
