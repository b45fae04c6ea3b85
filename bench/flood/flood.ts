import { Agent, get } from 'node:http'
import process from 'node:process'
import type { EventShape } from '../history/record-event.ts'
import { publicTargets } from './public-targets.ts'

/** The options of a flood. */
export interface FloodOptions {
  readonly shape: EventShape
  readonly connections: number
  /**
   * Requests per second while a connection is free; `undefined`: each connection sends on every
   * response.
   */
  readonly perS: number | undefined
  /** Number of client addresses in `X-Forwarded-For`, used in turn. */
  readonly networks: number
}

/** A command to the flood process: start against an origin, or stop. */
export type FloodCommand = { readonly origin: string } | 'stop'

// The flood process: starts and stops on command, and reports the number of responses by status.
const { shape, connections, perS, networks } = JSON.parse(process.argv[2] ?? '') as FloodOptions
let agent = new Agent({ keepAlive: true, maxSockets: connections })
const targets = publicTargets(shape)
let origin: string | undefined
let sent = 0
let open = 0
let statuses: Record<string, number> = {}

/** Milliseconds between two bursts, when requests are sent at a rate. */
const BURST_MS = 5

process.on('disconnect', () => process.exit(0))
process.on('message', (command: FloodCommand) => {
  origin = command === 'stop' ? undefined : command.origin
  if (origin !== undefined) {
    if (perS === undefined) for (let index = 0; index < connections; index += 1) sendAgain()
    else sendBursts(perS)
  } else {
    process.send?.(statuses)
    statuses = {}
    agent.destroy()
    agent = new Agent({ keepAlive: true, maxSockets: connections })
  }
})

function sendBursts(rate: number): void {
  const startMs = performance.now()
  let started = 0
  const timer = setInterval(() => {
    if (origin === undefined) return clearInterval(timer)
    const due = ((performance.now() - startMs) / 1_000) * rate
    // Skip requests without a free connection: they would continue into the next round.
    for (; started < due; started += 1) if (open < connections) send(() => {})
  }, BURST_MS)
}

function sendAgain(): void {
  send(sendAgain)
}

function send(then: () => void): void {
  if (origin === undefined) return
  sent += 1
  open += 1
  const onFinished = () => {
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
      incoming.resume().once('close', onFinished)
    },
  ).once('error', () => {
    statuses['aborted'] = (statuses['aborted'] ?? 0) + 1
    onFinished()
  })
}
