import { Agent, request } from 'node:http'

/** What clients met so far: how often each status, and each way in which there was no answer. */
export type Outcomes = Map<string, number>

/** Clients that ask one request after the other, each on a connection that it keeps. */
export interface Asking {
  readonly outcomes: Outcomes
  /** The requests that were refused, by their ids. */
  readonly refused: readonly string[]
  /** Lets each finish its request. */
  stop(): Promise<void>
}

/** Lets some clients ask for `target` of `origin`, until they are stopped. Nothing is repeated for them. */
export function keepAsking(
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

/** How one request is made, and who hears of its id when it is refused. */
export interface AskOptions {
  readonly agent?: Agent
  readonly onRefusal?: (requestId: string) => void
}

/** The status of one answer that came whole, with its detail if it is a refusal; or the code of what went wrong. */
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
