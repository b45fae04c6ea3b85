import { createWriteStream } from 'node:fs'
import { fastifyBearerAuth } from '@fastify/bearer-auth'
import { fastifyRateLimit } from '@fastify/rate-limit'
import { fastify } from 'fastify'
import { readAnswer } from '../harness/same-answer.ts'

const PATH = '/api/open/v1/game/:region/*'
/** Never reached, as in the other programs. */
const PER_MINUTE = 900_000_000

/**
 * Starts a typical hand-written stack: one key compared as plain text, one in-memory limit of
 * requests per minute and key, and the recorded answer from memory. Returns its origin.
 */
export async function startFastifyStack(
  folder: string,
  { log }: { readonly log: boolean },
): Promise<string> {
  const { headers, body, authorization } = readAnswer(folder)
  const at = (name: string) => headers[headers.indexOf(name) + 1]
  const encoding = headers.includes('Content-Encoding') ? at('Content-Encoding') : undefined
  const app = fastify({ logger: log ? { stream: createWriteStream('/dev/null') } : false })
  await app.register(fastifyBearerAuth, { keys: [authorization.replace('Bearer ', '')] })
  await app.register(fastifyRateLimit, {
    max: PER_MINUTE,
    timeWindow: '1 minute',
    keyGenerator: (request) => request.headers.authorization ?? '',
  })
  app.get(PATH, (_, reply) => {
    reply.type('application/json').header('Cache-Control', 'no-store')
    if (encoding !== undefined) reply.header('Content-Encoding', encoding)
    return reply.send(body)
  })
  return app.listen({ host: '127.0.0.1', port: 0 })
}
