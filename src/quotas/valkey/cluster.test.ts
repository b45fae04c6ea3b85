import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { startValkey } from '../../../scripts/cluster/start-valkey.ts'
import { clusterArgs } from '../../../scripts/cluster/start-valkey-cluster.ts'
import { skipWithout } from '../../../test/harness/servers.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { attemptOn, createCounts, openNode } from '../../../test/harness/valkey-node.ts'
import { keySlot } from '../../platform/valkey/valkey-server.ts'

const HALF = 8_192

describe('a cluster of two servers', { skip: skipWithout('valkey') }, () => {
  it('is available while one of them answers and unavailable when none does', async (test) => {
    const folder = temporaryFolder()
    const partial = ['--cluster-require-full-coverage', 'no']
    const servers = await Promise.all(
      ['one', 'two'].map(async (name) =>
        startValkey({ folder: join(folder, name), args: [...(await clusterArgs()), ...partial] }),
      ),
    )
    test.after(() => Promise.all(servers.map((server) => server.stop())))
    const [one, two] = servers
    assert.ok(one !== undefined && two !== undefined)
    await createCluster(one.url, two)
    const node = await openNode(one.url, { answerMs: 200 })
    test.after(() => node.close())
    const of = (isFirst: boolean): string => {
      const developer = randomUUID()
      return keySlot(`{${developer}}`) < HALF === isFirst ? developer : of(isFirst)
    }
    const [first, second] = [of(true), of(false)]
    const states = () =>
      node.observed.flatMap((observed) =>
        observed.type === 'store.changed' ? [observed.state] : [],
      )
    const counts = createCounts()
    for (const developer of [first, second]) await attemptOn(node, developer, counts)
    assert.equal(counts.admitted, 2)

    await two.end('SIGKILL')
    for (let attempt = 0; attempt < 8; attempt += 1) await attemptOn(node, second, counts)
    await attemptOn(node, first, counts)
    assert.deepEqual([counts.admitted, counts.failed, counts.refused], [3, 8, 0])
    assert.deepEqual(states(), [])

    await one.end('SIGKILL')
    for (let attempt = 0; attempt < 8; attempt += 1) await attemptOn(node, first, counts)
    assert.deepEqual([counts.admitted, states()], [3, ['away']])
    await one.start()
    while (states().length < 2) await sleep(20)
    assert.deepEqual(states(), ['away', 'back'])
  })
})

/** Creates a cluster of two empty servers, each with half of the slots. */
async function createCluster(url: string, other: { readonly url: string; readonly port: number }) {
  const [client, second] = [
    createClient({ url, RESP: 2 }),
    createClient({ url: other.url, RESP: 2 }),
  ]
  const slots = (from: number) => [
    'CLUSTER',
    'ADDSLOTSRANGE',
    String(from),
    String(from + HALF - 1),
  ]
  for (const [at, one] of [client, second].entries()) {
    one.on('error', () => {})
    await one.connect()
    await one.sendCommand(slots(at * HALF))
  }
  const [, busPort = ''] = await second.sendCommand<string[]>(['CONFIG', 'GET', 'cluster-port'])
  await client.sendCommand(['CLUSTER', 'MEET', '127.0.0.1', String(other.port), busPort])
  for (const one of [client, second]) {
    const knows = async () => {
      const info = await one.sendCommand<string>(['CLUSTER', 'INFO'])
      return /cluster_state:ok[^]*cluster_slots_assigned:16384/.test(info)
    }
    while (!(await knows())) await sleep(20)
    one.destroy()
  }
}
