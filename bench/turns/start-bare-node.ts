import { createServer, type RequestListener } from 'node:http'
import { openServer } from '../../src/http/open-server.ts'
import { readAnswer } from './same-answer.ts'

/** A server of nothing but `node:http` that gives the kept answer to everything. Returns its origin. */
export async function startBareNode(folder: string): Promise<string> {
  const { headers, body } = readAnswer(folder)
  return openBare((_, outgoing) => {
    outgoing.writeHead(200, [...headers])
    outgoing.end(body)
  })
}

/** Opens a server of nothing but `node:http` on a free port of this machine. Returns its origin. */
export function openBare(answer: RequestListener): Promise<string> {
  return openServer(createServer(answer), { host: '127.0.0.1', port: 0 })
}
