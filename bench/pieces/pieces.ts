import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { destination } from 'pino'
import { machine } from '../../src/compose/world.ts'
import { commonHeaders } from '../../src/http/render.ts'
import { createConnections } from '../../src/http/connections.ts'
import { createExchanges } from '../../src/http/exchanges.ts'
import { createMatch } from '../../src/http/create-match.ts'
import { createKnownTargets } from '../../src/http/known-targets.ts'
import { headerFacts } from '../../src/http/header-facts.ts'
import { addQuotaHeaders } from '../../src/http/quota-headers.ts'
import { keyIdOf } from '../../src/access/developer-key.ts'
import { createLog } from '../../src/observe/create-log.ts'
import { gatherLines } from '../../src/observe/gather-lines.ts'
import { createEmbeddedQuotaStore } from '../../src/stores/embedded/quota-store.ts'

/** What a piece works on. */
export interface PieceSettings {
  readonly folder: string
  /** The text of the key. */
  readonly key: string
  readonly body: Buffer
}

/** Does its part for one request before that is answered. */
export type Piece = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown

/** The pieces of the way of a cached answer, each as something that can be added to a bare server. */
export const PIECES = {
  log: () => {
    const observe = createLog(
      gatherLines(destination({ dest: '/dev/null', sync: false }), machine.clock),
      machine.clock,
    )
    return (_, outgoing) => {
      observe({
        type: 'request.answered',
        requestId: 'a1b2c3d4e5f6a1b2c3d4e5f6',
        keyId: 'Abcdef012345',
        operation: 'announcement.get',
        region: 'jp',
        cache: 'hit',
        method: 'GET',
        status: 200,
        complete: outgoing.writableFinished,
        durationMs: 0.123,
      })
    }
  },
  hmac: ({ key }) => {
    const mac = () => createHmac('sha256', SECRET).update(key).digest()
    const stored = mac()
    return () => timingSafeEqual(mac(), stored)
  },
  hash: ({ key }) => {
    const digest = () => hash('sha256', SECRET + key, 'buffer')
    const stored = digest()
    return () => timingSafeEqual(digest(), stored)
  },
  compare: ({ key }) => {
    const [stored, given] = [Buffer.from(key, 'latin1'), Buffer.alloc(key.length)]
    return () => {
      given.write(key, 'latin1')
      return timingSafeEqual(given, stored)
    }
  },
  'key id':
    ({ key }) =>
    () =>
      keyIdOf(key),
  quota: ({ folder }) => {
    const take = openQuotas(join(folder, 'quota.bin'))
    return () => take()
  },
  'quota and headers': ({ folder }) => {
    const take = openQuotas(join(folder, 'quota-headers.bin'))
    return async () => addQuotaHeaders([], await take())
  },
  match: () => {
    const match = createMatch(createKnownTargets())
    return ({ method = '', url = '', rawHeaders, httpVersion }) =>
      match({ ...CLIENT, method, target: url, headers: headerFacts(rawHeaders), httpVersion })
  },
  'common headers': ({ body }) => {
    return () => commonHeaders(CLIENT.requestId, 'application/json', body.byteLength)
  },
  tracking: () => {
    // The load keeps its connections for as long as it runs.
    const connections = createConnections(Infinity)
    const exchanges = createExchanges(machine.clock, 12_000)
    return ({ socket }, outgoing) => {
      const connection = connections.of(socket)
      connection.take(() => {
        const exchange = { place: -1, sinceMs: 0, destroy: () => socket.destroy(), close: () => {} }
        connection.add(exchange)
        exchanges.add(exchange)
        outgoing.on('close', () => {
          exchanges.delete(exchange)
          connection.delete(exchange)
        })
      })
    }
  },
  'five promises': () => {
    const hop = async (value: number) => value + 1
    return async () => {
      let value = 0
      for (let count = 0; count < 5; count += 1) value = await hop(value)
    }
  },
} satisfies Readonly<Record<string, (settings: PieceSettings) => Piece>>

/** The name of one piece. */
export type PieceName = keyof typeof PIECES

const SECRET = 'a pepper as long as those that are made for a data folder, in hex'
const LIMITS = { minute: 900_000_000, day: 900_000_000, concurrency: 1_000 }
const CLIENT = {
  requestId: 'a1b2c3d4e5f6a1b2c3d4e5f6',
  gone: new AbortController().signal,
  encoding: undefined,
  network: () => '192.0.2.1',
}

function openQuotas(path: string) {
  const ignore = { onDropped: () => {}, onSyncFailed: () => {} }
  const quotas = createEmbeddedQuotaStore({ path, clock: machine.clock, ...ignore })
  let lease = 0
  return async () => {
    const id = String((lease += 1))
    const { violated, state } = await quotas.take('developer', LIMITS, id)
    if (violated.length > 0) throw new Error('Not admitted.')
    quotas.release('developer', id)
    return state
  }
}
