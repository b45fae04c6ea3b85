import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that a bot has sent to its chat platform. */
export interface ChatRequest {
  readonly method: string
  readonly path: string
  readonly authorization: string
  readonly body: object
}

/** A chat platform that records the requests of a bot. */
export interface FakeChat {
  readonly origin: string
  /** Number of requests since the last {@link take}. */
  count(): number
  /** Returns the requests since the last call. */
  take(): readonly ChatRequest[]
  /** Answers the next requests with 500. */
  refuseNext(count: number): void
  stop(): Promise<void>
}

/** Starts a chat platform. */
export async function startFakeChat(): Promise<FakeChat> {
  const received: ChatRequest[] = []
  let refused = 0
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString()
    received.push({
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      body: JSON.parse(body) as object,
    })
    response.writeHead(refused > 0 ? 500 : 200, { 'Content-Type': 'application/json' }).end('{}')
    if (refused > 0) refused -= 1
  }
  const server = createServer((request, response) => void receive(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => received.length,
    take: () => received.splice(0),
    refuseNext: (count) => void (refused = count),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
