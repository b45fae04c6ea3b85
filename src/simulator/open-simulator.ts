import type { IncomingMessage, ServerResponse } from 'node:http'
import { createHash, timingSafeEqual } from 'node:crypto'
import { OPERATIONS, type OperationId } from '../game/operations.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { Observe } from '../platform/telemetry/define-observations.ts'
import type { Fault } from '../platform/telemetry/platform-observations.ts'
import { isRegion, type Region } from '../game/region.ts'
import { ServiceError } from '../platform/http/errors/service-error.ts'
import { createFindRoute, type Route } from '../api/router.ts'
import { headerFacts } from '../platform/http/request/header-facts.ts'
import { createServer } from '../platform/http/server/node-http.ts'
import { openServer } from '../platform/http/server/open-server.ts'
import { parseTarget } from '../platform/http/request/request-target.ts'
import { createCallCounts, type CallReport } from './call-counts.ts'
import { answerControl, CONTROL_PREFIX, type Control } from './answer-control.ts'
import { createFaultPlan, type Hit, type RandomOf } from './fault-plan.ts'
import { createReadReply, type ReadReplyOptions } from './true-reply.ts'
import { deliverWhole } from './deliver.ts'
import { parseFaults } from './parse-fault.ts'
import { errorReply, type SimulatedReply } from './simulated-reply.ts'

/** Base path of the gateway protocol; the region is the next segment. */
const GATEWAY_PREFIX = '/v1/'

/**
 * Longer than any client pool keeps a connection: closing one during a call would look like a
 * fault.
 */
const SERVER_OPTIONS = { keepAliveTimeout: 65_000 } as const

/** Options of {@link openSimulator}. The caller closes the gateway. */
export interface SimulatorServerOptions extends ReadReplyOptions {
  readonly host: string
  /** 0 uses any free port. */
  readonly port: number
  /** Key that calls must send. */
  readonly key: string
  /** Initial faults, as texts. */
  readonly faults: readonly string[]
  readonly randomOf: RandomOf
  /** Observes internal errors of the simulator. */
  readonly observe: Observe<Fault>
}

/** A listening simulator. */
export interface OpenSimulator {
  /** Origin with the actual port: the address of the gateway. */
  readonly origin: string
  /** Replaces the faults and restarts their random sources. Throws a `FaultProblem`. */
  setFaults(list: readonly string[]): void
  readonly faults: () => readonly string[]
  calls(): CallReport
  resetCalls(): void
  /** Closes every connection at once, hanging ones included. Idempotent. */
  close(): Promise<void>
}

/**
 * Opens a server for the gateway protocol with faults. Throws a `FaultProblem` for invalid faults.
 */
export async function openSimulator(options: SimulatorServerOptions): Promise<OpenSimulator> {
  const { clock, host, port } = options
  const simulator = new GatewaySimulator(options)
  const server = createServer(
    SERVER_OPTIONS,
    (incoming, outgoing) => void simulator.serve(incoming, arrivalOf(outgoing, clock)),
  )
  const origin = await openServer(server, { host, port })
  let closing: Promise<void> | undefined
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return {
    origin,
    setFaults: (list) => simulator.setFaults(list),
    faults: () => simulator.faults(),
    calls: () => simulator.calls(),
    resetCalls: () => simulator.resetCalls(),
    close: () => (closing ??= close()),
  }
}

class GatewaySimulator implements Control {
  readonly #options: SimulatorServerOptions
  readonly #checkKey: ReturnType<typeof createCheckKey>
  readonly #findRoute = createFindRoute(GATEWAY_PREFIX, OPERATIONS)
  readonly #readReply: ReturnType<typeof createReadReply>
  readonly #counts = createCallCounts()
  #faults: ReturnType<typeof parseFaults>
  #plan: ReturnType<typeof createFaultPlan>

  constructor(options: SimulatorServerOptions) {
    this.#options = options
    this.#checkKey = createCheckKey(options.key)
    this.#readReply = createReadReply(options)
    this.#faults = parseFaults(options.faults)
    this.#plan = createFaultPlan(this.#faults, options.randomOf)
  }

  setFaults(list: unknown): void {
    this.#faults = parseFaults(list)
    this.#plan = createFaultPlan(this.#faults, this.#options.randomOf)
  }

  faults(): readonly string[] {
    return this.#faults.map(({ text }) => text)
  }

  calls(): CallReport {
    return this.#counts.report()
  }

  resetCalls(): void {
    this.#counts.reset()
  }

  /** Answers a request. Never rejects. */
  async serve(incoming: IncomingMessage, wire: Arrival): Promise<void> {
    try {
      await this.#answer(incoming, wire)
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        // A client that disconnects while sending is not an internal error.
        if (!incoming.destroyed) this.#options.observe({ type: 'fault', where: 'simulator', error })
        wire.outgoing.destroy()
      } else if (error.code === 'invalid_request') this.#refuse(wire, 400, 'business')
      else this.#refuse(wire, error.code === 'method_not_allowed' ? 405 : 404, 'protocol')
    }
  }

  async #answer(incoming: IncomingMessage, wire: Arrival): Promise<void> {
    const isKnown = this.#checkKey(incoming.headers.authorization)
    const target = incoming.url ?? ''
    if (target.startsWith(CONTROL_PREFIX)) {
      if (!isKnown) return this.#refuse(wire, 401, 'authentication')
      return deliverWhole(wire, await answerControl(this, incoming))
    }
    const { path, query } = parseTarget({
      method: incoming.method ?? '',
      target,
      headers: headerFacts(incoming.rawHeaders),
      httpVersion: incoming.httpVersion,
    })
    if (!isKnown) return this.#refuse(wire, 401, 'authentication')
    const route = this.#findRoute(path)
    if (route === undefined) return this.#refuse(wire, 404, 'protocol')
    const { region } = route
    if (!isRegion(region)) return this.#refuse(wire, 400, 'business')
    return this.#answerCall({ ...route, region }, query, wire)
  }

  async #answerCall(
    route: Route<OperationId> & { region: Region },
    query: string,
    wire: Arrival,
  ): Promise<void> {
    const { region, operation } = route
    const hits = this.#plan(region, operation)
    const onEnded = this.#counts.arrive(region)
    const cancelled = new AbortController()
    const { outgoing } = wire
    outgoing.once('close', () => {
      cancelled.abort()
      onEnded(!outgoing.writableFinished && !wire.wasReset())
    })
    const truth = await this.#readReply(route, region, { query, signal: cancelled.signal })
    const { reply, acted } = act(truth.reply, hits)
    const outcome = acted.length === 0 ? truth.outcome : acted.join('+')
    this.#counts.settle({ region, operation, outcome })
    afterDelay(wire, delayOf(hits), () => (reply.deliver ?? deliverWhole)(wire, reply))
  }

  #refuse(wire: Arrival, status: number, kind: string): void {
    this.#counts.refuse(kind)
    const headers: Record<string, string> = status === 405 ? { Allow: 'GET' } : {}
    deliverWhole(wire, errorReply(status, kind, headers))
  }
}

/** Response side of one request. */
interface Arrival {
  readonly outgoing: ServerResponse
  readonly clock: Clock
  readonly reset: () => void
  /** Whether the simulator reset the connection. */
  readonly wasReset: () => boolean
}

function arrivalOf(outgoing: ServerResponse, clock: Clock): Arrival {
  let isReset = false
  const reset = () => {
    isReset = true
    outgoing.socket?.resetAndDestroy()
  }
  return { outgoing, clock, reset, wasReset: () => isReset }
}

/** Applies the faults to a reply one after the other; `acted` has those that applied. */
function act(truth: SimulatedReply, hits: readonly Hit[]) {
  let reply = truth
  const acted: string[] = []
  for (const { fault, random } of hits) {
    const changed = fault.effect.change?.(reply, random) ?? reply
    if (changed !== reply) acted.push(fault.label)
    reply = changed
  }
  return { reply, acted }
}

function delayOf(hits: readonly Hit[]): number {
  return hits.reduce(
    (sum, { fault: { effect }, random }) => sum + (effect.delayMs?.(random) ?? 0),
    0,
  )
}

function afterDelay({ outgoing, clock }: Arrival, delayMs: number, send: () => void): void {
  if (outgoing.destroyed) return
  if (delayMs === 0) return send()
  const cancel = clock.after(delayMs, send)
  outgoing.once('close', cancel)
}

/** Creates a constant-time check of whether an Authorization header has `key`. */
function createCheckKey(key: string): (authorization: string | undefined) => boolean {
  const expected = digest(`Bearer ${key}`)
  return (authorization) => timingSafeEqual(digest(authorization ?? ''), expected)
}

function digest(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}
