import { createHash, timingSafeEqual } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { fastify, type FastifyReply, type FastifyRequest } from 'fastify'
import { readAnswer } from '../harness/same-answer.ts'
import { openSqliteLimits, openValkeyLimits, type PeerLimits } from './peer-limits.ts'

const PATH = '/api/open/v1/game/:region/*'
const SCOPE = 'game.read'

/** A row of the key table. */
interface PeerKey {
  readonly digest: Buffer
  readonly developer: string
  readonly scopes: ReadonlySet<string>
  readonly regions: ReadonlySet<string>
}

/** Options of {@link startPeer}. */
export interface PeerOptions {
  /** URL of a Valkey or Redis server that counts; otherwise a SQLite file does. */
  readonly valkeyUrl?: string | undefined
  readonly log: boolean
}

/**
 * Starts what a team would build for the same guarantees: Fastify with a table of hashed keys,
 * scopes and regions, limits per minute and day that survive the process and, on Valkey or Redis,
 * are shared, and the recorded answer from memory. It has no limit of concurrent requests, no cache
 * to fill, and no usage records. Returns its origin.
 */
export async function startPeer(folder: string, { valkeyUrl, log }: PeerOptions): Promise<string> {
  const { headers, body, authorization } = readAnswer(folder)
  const at = (name: string) => headers[headers.indexOf(name) + 1]
  const encoding = headers.includes('Content-Encoding') ? at('Content-Encoding') : undefined
  const limits =
    valkeyUrl === undefined ? openSqliteLimits(folder) : await openValkeyLimits(valkeyUrl)
  const keys = createKeyTable(authorization.replace('Bearer ', ''))
  const app = fastify({ logger: log ? { stream: createWriteStream('/dev/null') } : false })
  app.addHook('onRequest', (request, reply) => admit(request, reply, keys, limits))
  app.get(PATH, (_, reply) => {
    reply.type('application/json').header('Cache-Control', 'no-store')
    if (encoding !== undefined) reply.header('Content-Encoding', encoding)
    return reply.send(body)
  })
  return app.listen({ host: '127.0.0.1', port: 0 })
}

function createKeyTable(text: string): ReadonlyMap<string, PeerKey> {
  const digest = createHash('sha256').update(text).digest()
  const key: PeerKey = {
    digest,
    developer: 'developer-1',
    scopes: new Set([SCOPE]),
    regions: new Set(['jp', 'en', 'tw', 'kr']),
  }
  return new Map([[text.slice(0, 16), key]])
}

async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  keys: ReadonlyMap<string, PeerKey>,
  limits: PeerLimits,
): Promise<unknown> {
  const [scheme, text = ''] = (request.headers.authorization ?? '').split(' ')
  const key = keys.get(text.slice(0, 16))
  const digest = createHash('sha256').update(text).digest()
  if (scheme !== 'Bearer' || key === undefined || !timingSafeEqual(digest, key.digest)) {
    return reply.code(401).send({ code: 'invalid_api_key' })
  }
  const { region } = request.params as { readonly region: string }
  if (!key.scopes.has(SCOPE) || !key.regions.has(region)) {
    return reply.code(403).send({ code: 'insufficient_scope' })
  }
  const { remaining, resetS, isAdmitted } = await limits.consume(key.developer)
  reply.header('RateLimit', `"minute";r=${remaining};t=${resetS}`)
  return isAdmitted ? undefined : reply.code(429).send({ code: 'quota_exceeded' })
}
