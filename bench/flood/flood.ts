import { Agent, get } from 'node:http'
import process from 'node:process'
import type { EventShape } from '../history/record-event.ts'
import { publicTargets } from './public-targets.ts'

/** What a flood is opened with. */
export interface FloodSettings {
  readonly shape: EventShape
  /** Connections, each with its next request as soon as it has the answer to the last. */
  readonly connections: number
  /** Addresses that it says it comes from, in turn. */
  readonly networks: number
}

/** Where it begins, or that it ends. */
export type FloodOrder = { readonly origin: string } | 'close'

// A flood in a process of its own: begins and ends as the parent says, and says what it was answered.
const { shape, connections, networks } = JSON.parse(process.argv[2] ?? '') as FloodSettings
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const targets = publicTargets(shape)
let origin: string | undefined
let sent = 0
let statuses: Record<string, number> = {}

process.on('disconnect', () => process.exit(0))
process.on('message', (order: FloodOrder) => {
  origin = order === 'close' ? undefined : order.origin
  if (origin !== undefined) for (let index = 0; index < connections; index += 1) sendOn()
  else {
    process.send?.(statuses)
    statuses = {}
  }
})

function sendOn(): void {
  if (origin === undefined) return
  sent += 1
  const network = sent % networks
  const from = `10.${(network >> 16) & 255}.${(network >> 8) & 255}.${network & 255}`
  const target = targets.next().value as string
  get(
    origin + target,
    { agent, headers: { 'X-Forwarded-For': from, 'Accept-Encoding': 'gzip' } },
    (incoming) => {
      const status = String(incoming.statusCode)
      statuses[status] = (statuses[status] ?? 0) + 1
      incoming.resume().once('close', sendOn)
    },
  ).once('error', () => {
    statuses['cut'] = (statuses['cut'] ?? 0) + 1
    sendOn()
  })
}
