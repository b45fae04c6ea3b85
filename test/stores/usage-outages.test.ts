import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../scripts/cluster/start-postgres.ts'
import { systemClock } from '../../src/platform/time/system-clock.ts'
import type { Observation } from '../../src/app/telemetry/observations.ts'
import type { UsageStore } from '../../src/usage/usage-store.ts'
import { openPostgresUsage } from '../../src/usage/store/open-postgres-usage.ts'
import { createUsageCounter } from '../../src/usage/usage-counter.ts'
import { skipWithout } from '../harness/servers.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// Counters of two processes on a Postgres that is killed while they add to it.

const folder = temporaryFolder()
const KILLS = 2

describe('usage in Postgres', { skip: skipWithout('postgres', 'initdb') }, () => {
  it('is exact for two processes, however often Postgres is killed or its reply is lost', async (t) => {
    const server = await startPostgres({ folder: join(folder, 'server') })
    t.after(() => server.stop())
    const seen: Observation[] = []
    const observe = (one: Observation) => void seen.push(one)
    const nodes = ['one', 'two'].map((process) => {
      const real = openPostgresUsage(server.url, systemClock)
      let additions = 0
      const store: UsageStore = {
        ...real,
        add: async (...asked) => {
          const isNew = await real.add(...asked)
          // The change is committed, but its client gets no reply.
          if ((additions += 1) % 2 === 1) throw new Error('The connection is lost.')
          return isNew
        },
      }
      const settings = { clock: systemClock, usageDays: 90, recordsBytes: 1e7 }
      return { store, counter: createUsageCounter({ ...settings, store, observe, process }) }
    })
    let counted = 0
    const count = async (ms: number) => {
      for (const endsMs = performance.now() + ms; performance.now() < endsMs;) {
        for (const [nth, { counter }] of nodes.entries()) {
          counter.count(request(counted, nth))
          counted += 1
        }
        await sleep(1)
      }
    }
    await count(1_500)
    for (let kill = 0; kill < KILLS; kill += 1) {
      await count(1_100)
      await server.end('SIGKILL')
      await count(200)
      await server.start()
      await count(900)
    }
    const [asked] = nodes
    assert.ok(asked !== undefined)
    const sums = async () =>
      (await asked.store.sums({ fromHour: 0, toHour: 1e9, by: ['developerId'] })).map(
        ({ developerId, requests }) => [developerId, requests] as const,
      )
    const whole = () =>
      sums().then(
        (found) => found.reduce((sum, [, requests]) => sum + requests, 0),
        () => 0,
      )
    while ((await whole()) < counted) await sleep(100)
    for (const { counter } of nodes) await counter.close()
    assert.deepEqual(
      new Map(await sums()),
      new Map([
        ['0', counted / 2],
        ['1', counted / 2],
      ]),
    )
    for (const { store } of nodes) await store.close()
    t.diagnostic(`${counted} requests, ${seen.length} observations`)
  })
})

function request(nth: number, node: number) {
  const second = Math.floor(systemClock.nowMs() / 1_000).toString(16)
  return {
    type: 'request.answered',
    requestId: second + nth.toString(16).padStart(16, '0'),
    keyId: `key ${nth % 7}`,
    developerId: String(node),
    operation: 'event.ranking',
    region: 'jp',
    method: 'GET',
    status: 200,
    violated: [],
    complete: true,
    durationMs: 1,
    isKeyed: true,
    stagesMs: { identify: 1, admit: 1, respond: 1 },
  } as const
}
