import { readAnswer } from '../turns/same-answer.ts'
import { createFastify, openFastify } from './create-fastify.ts'

/** A server of nothing but Fastify that gives the kept answer to everything. Returns its origin. */
export async function startBareFastify(folder: string): Promise<string> {
  const { headers, body } = readAnswer(folder)
  const app = createFastify()
  app.get('/*', (_, reply) => {
    for (let index = 0; index < headers.length; index += 2) {
      reply.header(headers[index] ?? '', headers[index + 1])
    }
    reply.send(body)
  })
  return openFastify(app)
}
