import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isLongRun } from '../harness/is-long-run.ts'
import { skipWithout } from '../harness/servers.ts'
import { requestConstantly } from './constant-load.ts'
import { startTestCluster, TARGET } from './start-test-cluster.ts'

const RESTARTS = isLongRun ? 30 : 3
const CHECK_MS = 100
const DELAY_MS = 600
const CLIENTS = 16

it(
  `${RESTARTS} rolling restarts under load through the balancer: no reset, no 5xx, no lease left`,
  { skip: skipWithout('postgres', 'valkey', 'haproxy') },
  async (test) => {
    // Requests that a node rejected because a store did not answer in time: the machine was too
    // busy, which is not tested here. Any other error of a node or the balancer is caused by a
    // restart.
    const undecided = new Set<string>()
    const cluster = await startTestCluster({
      onLine: (line) => {
        const [, requestId] =
          /"type":"fault","requestId":"(\w+)".*"name":"(?:StoreUnavailable|PostgresFailure|ConnectionLost)"/.exec(
            line,
          ) ?? []
        if (requestId !== undefined) undecided.add(requestId)
      },
      // This process is busy with client load, so no traffic passes through it.
      portTo: async (_, port) => port,
      checkMs: CHECK_MS,
      settings: { BACKLINE_DRAIN_DELAY_MS: String(DELAY_MS) },
    })
    const { balancer, nodes } = cluster
    const limits = ['--minute', '900000000', '--day', '900000000', '--concurrency', '90000']
    const { key } = await cluster.createKey('roller', ...limits)
    const load = requestConstantly(balancer.origin, TARGET, { key, clients: CLIENTS, pauseMs: 5 })
    try {
      for (let restart = 0; restart < RESTARTS; restart += 1) {
        const node = nodes[restart % nodes.length]
        assert.ok(node !== undefined)
        await node.end('SIGTERM')
        await node.start()
        // Wait until the balancer sees it too: with two unready nodes in a row only one would
        // serve.
        await new Promise((resolve) => setTimeout(resolve, 3 * CHECK_MS))
      }
    } finally {
      await load.stop()
    }
    const answered = load.outcomes.get('200') ?? 0
    test.diagnostic(`${answered} answers, ${undecided.size} without a decision in time`)
    const others = [...load.outcomes.keys()].filter((outcome) => !/^(?:200|503 .*)$/.test(outcome))
    assert.deepEqual(others, [])
    assert.deepEqual(
      load.refused.filter((requestId) => !undecided.has(requestId)),
      [],
    )
    assert.ok(answered > RESTARTS * 20, `only ${answered} requests`)
    const quota = await fetch(`${balancer.origin}/api/developer/v1/quota`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const { day, concurrency } = (await quota.json()) as Record<string, { used: number }>
    assert.equal(concurrency?.used, 0)
    // A request without an answer in time may have been charged.
    const charged = day?.used ?? 0
    assert.ok(charged >= answered && charged <= answered + undecided.size)
  },
)
