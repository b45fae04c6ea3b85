import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import fc from 'fast-check'
import { startValkey, type Valkey } from '../../../scripts/cluster/start-valkey.ts'
import { skipWithout } from '../../../test/harness/servers.ts'
import { startTcpProxy, type TcpFaults } from '../../../test/harness/tcp-proxy.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { newDeveloper, openNode, WIDE } from '../../../test/harness/valkey-node.ts'
import { quotaScripts } from './quota-scripts.ts'

/** A stopped clock, so that no minute ends during a test. */
const STOPPED_CLOCK = quotaScripts('1770000000000')
const ATTEMPTS = 1_200
const SEED = 23

const FAULTS: Readonly<Record<string, Partial<TcpFaults>>> = {
  'lost replies': { loseReplies: 1 },
  'doubled replies': { doubleReplies: 1 },
  'replies without some bytes': { loseReplyBytes: 7 },
  'doubled requests': { doubleRequests: 1 },
}

describe('a connection that corrupts bytes', { skip: skipWithout('valkey') }, () => {
  let server: Valkey
  before(async () => {
    server = await startValkey({ folder: temporaryFolder() })
  })
  after(() => server.stop())

  for (const [name, fault] of Object.entries(FAULTS)) {
    it(`gives no caller the answer of another: ${name}`, async (test) => {
      const proxy = await startTcpProxy(server.port)
      test.after(() => proxy.close())
      // Keeps other commands in flight when the bytes of one are corrupted.
      proxy.set({ delayMs: 3 })
      const node = await openNode(`redis://127.0.0.1:${proxy.port}`, {
        answerMs: 150,
        scripts: STOPPED_CLOCK,
      })
      test.after(() => node.close())
      // With different limits, so that a reply for one developer would admit another.
      const developers = [20, 60, 100, 400].map((day) => ({
        id: newDeveloper(),
        limits: { ...WIDE, day },
        admitted: new Set<string>(),
        refused: new Set<string>(),
        failed: 0,
      }))
      const gaps = fc.sample(fc.integer({ min: 5, max: 40 }), { numRuns: ATTEMPTS, seed: SEED })
      let attempts = 0
      let next = gaps[0] ?? 0
      const attackOn = async (at: number) => {
        for (let round = 0; attempts < ATTEMPTS; round += 1) {
          attempts += 1
          if ((next -= 1) <= 0) {
            next = gaps[attempts] ?? 5
            proxy.set(fault)
          }
          const developer = developers[(round + at) % 4] ?? assert.fail()
          const lease = `${at} ${round}`
          try {
            const { violated } = await node.take(developer.id, developer.limits, lease)
            developer[violated.length > 0 ? 'refused' : 'admitted'].add(lease)
            if (round % 5 === 0) await node.read(developer.id, developer.limits)
          } catch {
            developer.failed += 1
            await sleep(5)
          }
          await sleep(at % 4)
        }
      }
      await Promise.all(Array.from({ length: 8 }, (_, at) => attackOn(at)))
      // No lease was released, so the server's data shows whom it admitted.
      const client = createClient({ url: server.url })
      await client.connect()
      test.after(() => client.destroy())
      for (const { id, limits, admitted, refused, failed } of developers) {
        // Scores below 0 were canceled before their attempt arrived.
        const key = `backline:quota:{${id}}:leases`
        const leases = new Set(await client.zRangeByScore(key, 0, '+inf'))
        const text = `${admitted.size} admitted, ${refused.size} refused, ${failed} failed, ${leases.size} held of ${limits.day}`
        test.diagnostic(text)
        assert.deepEqual([...admitted.difference(leases)], [], text)
        assert.deepEqual([...refused.intersection(leases)], [], text)
        assert.ok(leases.size <= limits.day && admitted.size > 10, text)
      }
    })
  }
})
