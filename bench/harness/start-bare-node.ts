import { createServer, type RequestListener } from 'node:http'
import { openServer } from '../../src/platform/http/server/open-server.ts'
import { readAnswer } from './same-answer.ts'

/**
 * Starts a plain `node:http` server that answers everything with the stored answer. Returns its
 * origin.
 */
export async function startBareNode(folder: string): Promise<string> {
  const { headers, body } = readAnswer(folder)
  return openBare((_, outgoing) => {
    outgoing.writeHead(200, [...headers])
    outgoing.end(body)
  })
}

/** Opens a plain `node:http` server on a free loopback port. Returns its origin. */
export function openBare(answer: RequestListener): Promise<string> {
  return openServer(createServer(answer), { host: '127.0.0.1', port: 0 })
}
