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
import { createReadReply, type ReadReplyOptions } from './faultless-reply.ts'
import { deliverWhole, type Connection } from './deliver.ts'
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
    (incoming, outgoing) => void simulator.serve(incoming, trackConnection(outgoing, clock)),
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
  readonly #checkKey: ReturnType<typeof createKeyCheck>
  readonly #findRoute = createFindRoute(GATEWAY_PREFIX, OPERATIONS)
  readonly #readReply: ReturnType<typeof createReadReply>
  readonly #counts = createCallCounts()
  #faults: ReturnType<typeof parseFaults>
  #plan: ReturnType<typeof createFaultPlan>

  constructor(options: SimulatorServerOptions) {
    this.#options = options
    this.#checkKey = createKeyCheck(options.key)
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
  async serve(incoming: IncomingMessage, connection: TrackedConnection): Promise<void> {
    try {
      await this.#answer(incoming, connection)
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        // A client that disconnects while sending is not an internal error.
        if (!incoming.destroyed) this.#options.observe({ type: 'fault', where: 'simulator', error })
        connection.outgoing.destroy()
      } else if (error.code === 'invalid_request') this.#refuse(connection, 400, 'business')
      else this.#refuse(connection, error.code === 'method_not_allowed' ? 405 : 404, 'protocol')
    }
  }

  async #answer(incoming: IncomingMessage, connection: TrackedConnection): Promise<void> {
    const isKnown = this.#checkKey(incoming.headers.authorization)
    const target = incoming.url ?? ''
    if (target.startsWith(CONTROL_PREFIX)) {
      if (!isKnown) return this.#refuse(connection, 401, 'authentication')
      return deliverWhole(connection, await answerControl(this, incoming))
    }
    const { path, query } = parseTarget({
      method: incoming.method ?? '',
      target,
      headers: headerFacts(incoming.rawHeaders),
      httpVersion: incoming.httpVersion,
    })
    if (!isKnown) return this.#refuse(connection, 401, 'authentication')
    const route = this.#findRoute(path)
    if (route === undefined) return this.#refuse(connection, 404, 'protocol')
    const { region } = route
    if (!isRegion(region)) return this.#refuse(connection, 400, 'business')
    return this.#answerCall({ ...route, region }, query, connection)
  }

  async #answerCall(
    route: Route<OperationId> & { region: Region },
    query: string,
    connection: TrackedConnection,
  ): Promise<void> {
    const { region, operation } = route
    const hits = this.#plan(region, operation)
    const onEnded = this.#counts.startCall(region)
    const cancelled = new AbortController()
    const { outgoing } = connection
    outgoing.once('close', () => {
      cancelled.abort()
      onEnded(!outgoing.writableFinished && !connection.wasReset())
    })
    const faultless = await this.#readReply(route, region, { query, signal: cancelled.signal })
    const { reply, applied } = applyFaults(faultless.reply, hits)
    const outcome = applied.length === 0 ? faultless.outcome : applied.join('+')
    this.#counts.recordOutcome({ region, operation, outcome })
    afterDelay(connection, delayOf(hits), () => (reply.deliver ?? deliverWhole)(connection, reply))
  }

  #refuse(connection: TrackedConnection, status: number, kind: string): void {
    this.#counts.recordRejection(kind)
    const headers: Record<string, string> = status === 405 ? { Allow: 'GET' } : {}
    deliverWhole(connection, errorReply(status, kind, headers))
  }
}

/** The connection of a request, which knows whether the simulator has reset it. */
interface TrackedConnection extends Connection {
  readonly wasReset: () => boolean
}

function trackConnection(outgoing: ServerResponse, clock: Clock): TrackedConnection {
  let isReset = false
  const reset = () => {
    isReset = true
    outgoing.socket?.resetAndDestroy()
  }
  return { outgoing, clock, reset, wasReset: () => isReset }
}

/** Applies the faults to a reply one after the other; `applied` has those that applied. */
function applyFaults(faultless: SimulatedReply, hits: readonly Hit[]) {
  let reply = faultless
  const applied: string[] = []
  for (const { fault, random } of hits) {
    const changed = fault.effect.change?.(reply, random) ?? reply
    if (changed !== reply) applied.push(fault.label)
    reply = changed
  }
  return { reply, applied }
}

function delayOf(hits: readonly Hit[]): number {
  return hits.reduce(
    (sum, { fault: { effect }, random }) => sum + (effect.delayMs?.(random) ?? 0),
    0,
  )
}

function afterDelay(
  { outgoing, clock }: TrackedConnection,
  delayMs: number,
  send: () => void,
): void {
  if (outgoing.destroyed) return
  if (delayMs === 0) return send()
  const cancel = clock.after(delayMs, send)
  outgoing.once('close', cancel)
}

/** Creates a constant-time check of whether an Authorization header has `key`. */
function createKeyCheck(key: string): (authorization: string | undefined) => boolean {
  const expected = digest(`Bearer ${key}`)
  return (authorization) => timingSafeEqual(digest(authorization ?? ''), expected)
}

function digest(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}
