import { Agent, get } from 'node:http'
import process from 'node:process'
import type { EventShape } from '../history/record-event.ts'
import { publicTargets } from './public-targets.ts'

/** What a flood is opened with. */
export interface FloodSettings {
  readonly shape: EventShape
  /** Connections. */
  readonly connections: number
  /** Requests a second, as long as a connection is free; `undefined`: each connection sends as soon as it has an answer. */
  readonly perS: number | undefined
  /** Addresses that it says it comes from, in turn. */
  readonly networks: number
}

/** Where it begins, or that it ends. */
export type FloodOrder = { readonly origin: string } | 'close'

// A flood in a process of its own: begins and ends as the parent says, and says what it was answered.
const { shape, connections, perS, networks } = JSON.parse(process.argv[2] ?? '') as FloodSettings
let agent = new Agent({ keepAlive: true, maxSockets: connections })
const targets = publicTargets(shape)
let origin: string | undefined
let sent = 0
let open = 0
let statuses: Record<string, number> = {}

/** Milliseconds from one volley to the next, where requests are sent at a rate. */
const VOLLEY_MS = 5

process.on('disconnect', () => process.exit(0))
process.on('message', (order: FloodOrder) => {
  origin = order === 'close' ? undefined : order.origin
  if (origin !== undefined) {
    if (perS === undefined) for (let index = 0; index < connections; index += 1) sendOn()
    else fireVolleys(perS)
  } else {
    process.send?.(statuses)
    statuses = {}
    agent.destroy()
    agent = new Agent({ keepAlive: true, maxSockets: connections })
  }
})

function fireVolleys(rate: number): void {
  const startMs = performance.now()
  let fired = 0
  const timer = setInterval(() => {
    if (origin === undefined) return clearInterval(timer)
    const due = ((performance.now() - startMs) / 1_000) * rate
    // What would wait for a connection is not sent: it would go on into the next round.
    for (; fired < due; fired += 1) if (open < connections) send(() => {})
  }, VOLLEY_MS)
}

function sendOn(): void {
  send(sendOn)
}

function send(then: () => void): void {
  if (origin === undefined) return
  sent += 1
  open += 1
  const over = () => {
    open -= 1
    then()
  }
  const network = sent % networks
  const from = `10.${(network >> 16) & 255}.${(network >> 8) & 255}.${network & 255}`
  const target = targets.next().value as string
  get(
    origin + target,
    { agent, headers: { 'X-Forwarded-For': from, 'Accept-Encoding': 'gzip' } },
    (incoming) => {
      const status = String(incoming.statusCode)
      statuses[status] = (statuses[status] ?? 0) + 1
      incoming.resume().once('close', over)
    },
  ).once('error', () => {
    statuses['cut'] = (statuses['cut'] ?? 0) + 1
    over()
  })
}
