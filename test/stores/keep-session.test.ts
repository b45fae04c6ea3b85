import assert from 'node:assert/strict'
import process from 'node:process'
import { describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startPostgres } from '../../scripts/cluster/start-postgres.ts'
import { maintainSession } from '../../src/platform/sql/postgres-session.ts'
import { skipWithout } from '../harness/servers.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/**
 * A promise that outlives each wait would retain some 350 bytes: 77 MB a day. The heap also varies
 * by itself.
 */
const BYTES_OF_A_BEAT_MAX = 200

describe('a session of Postgres', { skip: skipWithout('postgres', 'initdb') }, () => {
  it('retains no memory per liveness check', async (test) => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const server = await startPostgres({ folder: temporaryFolder() })
    let beats = 0
    const waited = { for: 0, resolve: () => {} }
    const after = (_: number, callback: () => void) => {
      beats += 1
      if (beats === waited.for) waited.resolve()
      const timer = setImmediate(callback)
      return () => clearImmediate(timer)
    }
    const session = maintainSession({
      url: server.url,
      name: 'backline test',
      clock: { after },
      begin: async () => {},
      onUp: () => {},
      onDown: (failure) => assert.fail(failure),
    })
    test.after(async () => {
      session.close()
      await server.stop()
    })
    const heapAfter = async (more: number) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      Object.assign(waited, { for: beats + more, resolve })
      await promise
      collect()
      return process.memoryUsage().heapUsed
    }
    await heapAfter(1_000)
    const before = await heapAfter(500)
    const each = ((await heapAfter(2_000)) - before) / 2_000
    test.diagnostic(`${each.toFixed(1)} bytes for each`)
    assert.ok(each <= BYTES_OF_A_BEAT_MAX, `${each} bytes for each`)
  })
})
