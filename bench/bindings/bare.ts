import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFastify, openFastify } from './create-fastify.ts'
import { readAnswer } from './same-answer.ts'

/** A server of nothing but `node:http` that gives the kept answer to everything. Returns its origin. */
export async function startBareNode(folder: string): Promise<string> {
  const { headers, body } = readAnswer(folder)
  const bytes = Buffer.from(body)
  const server = createServer((_, outgoing) => {
    outgoing.writeHead(200, [...headers])
    outgoing.end(bytes)
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', () => resolve())
  await promise
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The same by Fastify. */
export async function startBareFastify(folder: string): Promise<string> {
  const { headers, body } = readAnswer(folder)
  const bytes = Buffer.from(body)
  const app = createFastify()
  app.get('/*', (_, reply) => {
    for (let index = 0; index < headers.length; index += 2) {
      reply.header(headers[index] ?? '', headers[index + 1])
    }
    reply.send(bytes)
  })
  return openFastify(app)
}
