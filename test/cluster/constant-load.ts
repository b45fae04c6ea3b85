import { Agent, request } from 'node:http'

/** Outcomes so far: the count of each status and of each error code. */
export type Outcomes = Map<string, number>

/** Clients that send requests in sequence, each on a persistent connection. */
export interface Asking {
  readonly outcomes: Outcomes
  /** Ids of the rejected requests. */
  readonly refused: readonly string[]
  /** Stops after the current request of each client. */
  stop(): Promise<void>
}

/** Starts clients that request `target` of `origin` until stopped, without retries. */
export function requestConstantly(
  origin: string,
  target: string,
  {
    key,
    clients,
    pauseMs = 0,
  }: { readonly key: string; readonly clients: number; readonly pauseMs?: number },
): Asking {
  const outcomes: Outcomes = new Map()
  const refused: string[] = []
  const onRefusal = (requestId: string) => void refused.push(requestId)
  const stopping = new AbortController()
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!stopping.signal.aborted) {
      const outcome = await ask(origin + target, key, { agent, onRefusal })
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    agent.destroy()
  }
  const all = Promise.all(Array.from({ length: clients }, client))
  return {
    outcomes,
    refused,
    stop: async () => {
      stopping.abort()
      await all
    },
  }
}

interface Refusal {
  readonly detail: string
  readonly requestId: string
}

/** Options of one request; `onRefusal` receives the id of a rejected one. */
export interface AskOptions {
  readonly agent?: Agent
  readonly onRefusal?: (requestId: string) => void
}

/**
 * Returns the status of a complete response, with its detail if it is a rejection, or the error
 * code.
 */
export function ask(
  url: string,
  key: string,
  { agent, onRefusal }: AskOptions = {},
): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const outgoing = request(url, {
    ...(agent !== undefined && { agent }),
    headers: { Authorization: `Bearer ${key}` },
  })
  outgoing.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  outgoing.on('response', (incoming) => {
    incoming.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { statusCode = 0, complete } = incoming
      if (!complete) return resolve('cut')
      if (statusCode === 200) return resolve('200')
      const { detail, requestId } = JSON.parse(Buffer.concat(chunks).toString()) as Refusal
      onRefusal?.(requestId)
      resolve(`${statusCode} ${detail}`)
    })
  })
  outgoing.end()
  return promise
}
