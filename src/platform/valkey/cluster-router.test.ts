import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { ClusterRouter } from './cluster-router.ts'
import type { ReconnectingClient } from './reconnecting-client.ts'
import { ServerError, type ServerAddress } from './valkey-connection.ts'

/** A server of a cluster that answers by a script. */
class Server {
  isUp = true
  isClosed = false
  /** Rejection of every command; `undefined`: it answers. */
  rejection: string | undefined
  readonly commands: string[] = []
}

const SEED: ServerAddress = { host: 'one', port: 1, tls: false, database: 0 }
const ATTEMPT = { untilMs: Infinity, outcomeUnknown: false }

/** Creates a router over the scripted servers `one`, `two` and so on. */
function openCluster() {
  const clock = createManualClock(0)
  const servers = new Map<string, Server[]>()
  const changes: string[] = []
  const router = new ClusterRouter({
    seed: SEED,
    clock,
    open: ({ host }): ReconnectingClient => {
      const server = new Server()
      servers.set(host, [...(servers.get(host) ?? []), server])
      return {
        get isUp() {
          return server.isUp
        },
        call: async ([command = '']) => {
          server.commands.push(command)
          if (server.rejection !== undefined) throw new ServerError(server.rejection)
          return 'OK'
        },
        firstUp: Promise.resolve(),
        close: () => void (server.isClosed = true),
      }
    },
    onChange: (state) => changes.push(state),
  })
  const call = (key: string) => router.call(key, ['GET'], ATTEMPT, () => true)
  /** The newest client of a server. */
  const at = (host: string): Server => {
    const server = servers.get(host)?.at(-1)
    assert.ok(server !== undefined, host)
    return server
  }
  /** Makes one server name another one as the home of a key. */
  const move = async (from: string, to: string, key: string) => {
    at(from).rejection = `MOVED 1 ${to}:1`
    await call(key)
    at(from).rejection = undefined
  }
  return { clock, router, call, at, move, servers }
}

describe('a server of a cluster', () => {
  it('is dropped after a minute of being down, and opened again by a redirect', async () => {
    const { clock, router, call, at, move, servers } = openCluster()
    await move('one', 'two', 'key')
    at('two').isUp = false
    clock.advance(60_000)
    assert.ok(!at('two').isClosed, 'it may be restarting')
    clock.advance(20_000)
    assert.ok(at('two').isClosed)
    await call('key')
    assert.deepEqual(at('one').commands, ['GET', 'GET'])
    await move('one', 'two', 'key')
    assert.equal(servers.get('two')?.length, 2)
    await call('key')
    assert.deepEqual(at('two').commands, ['GET', 'GET'])
    router.close()
    assert.equal(clock.pending, 0)
  })

  it('is kept while no server is up, because this node may be cut off', async () => {
    const { clock, router, at, move } = openCluster()
    await move('one', 'two', 'key')
    for (const host of ['one', 'two']) at(host).isUp = false
    clock.advance(600_000)
    assert.ok(!at('two').isClosed)
    at('one').isUp = true
    clock.advance(60_000)
    assert.ok(!at('two').isClosed)
    at('two').isUp = true
    clock.advance(600_000)
    assert.ok(!at('two').isClosed, 'it is up again')
    router.close()
  })

  it('is dropped when no slot leads to it any more, unless it is the configured one', async () => {
    const { clock, router, at, move } = openCluster()
    await move('one', 'two', 'key')
    await move('two', 'three', 'key')
    clock.advance(50_000)
    assert.ok(!at('two').isClosed)
    clock.advance(20_000)
    assert.ok(at('two').isClosed)
    assert.deepEqual([at('one').isClosed, at('three').isClosed], [false, false])
    router.close()
  })

  it('that lost its slots is not asked for them again', async () => {
    const { router, call, at, move } = openCluster()
    await move('one', 'two', 'key')
    at('two').rejection = 'CLUSTERDOWN Hash slot not served'
    await call('key')
    await call('key')
    assert.deepEqual(at('two').commands, ['GET', 'GET'])
    at('one').rejection = 'CLUSTERDOWN The cluster is down'
    await assert.rejects(call('key'), { code: 'CLUSTERDOWN' })
    router.close()
  })
})
