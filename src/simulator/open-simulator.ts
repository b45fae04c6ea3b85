import type { IncomingMessage, ServerResponse } from 'node:http'
import { OPERATIONS, type OperationId } from '../contract/operations.ts'
import type { Clock } from '../domain/clock.ts'
import type { Observe } from '../domain/observation.ts'
import { isRegion, type Region } from '../domain/region.ts'
import { ServiceError } from '../domain/service-error.ts'
import { createFindRoute, type Route } from '../http/create-find-route.ts'
import { headerFacts } from '../http/header-facts.ts'
import { createServer } from '../http/node-http.ts'
import { openServer } from '../http/open-server.ts'
import { readTarget } from '../http/read-target.ts'
import { createCallCounts, type CallReport } from './call-counts.ts'
import { answerControl, CONTROL_PREFIX, type Control } from './answer-control.ts'
import { createCheckKey } from './check-key.ts'
import { createFaultPlan, type Hit, type RandomOf } from './create-fault-plan.ts'
import { createReadReply, type ReadReplySettings } from './create-read-reply.ts'
import { deliverWhole } from './deliver.ts'
import { parseFaults } from './parse-fault.ts'
import { errorReply, type SimulatedReply } from './simulated-reply.ts'

/** Where the gateway protocol begins; the region is the segment behind it. */
const GATEWAY_PREFIX = '/v1/'

/** Longer than any pool keeps a connection: one that is closed under a call would look like a fault. */
const SERVER_OPTIONS = { keepAliveTimeout: 65_000 } as const

/** What a simulator needs. Its gateway stays its maker's to close. */
export interface SimulatorSettings extends ReadReplySettings {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** The key that calls must carry. */
  readonly key: string
  /** Faults to begin with, as texts. */
  readonly faults: readonly string[]
  readonly randomOf: RandomOf
  /** Hears of faults of the simulator's own, which no one asked for. */
  readonly observe: Observe
}

/** A simulator that listens. */
export interface OpenSimulator {
  /** The origin, with the port it really has: the address of the gateway. */
  readonly origin: string
  /** Puts a list of faults in the place of the ones that were; throws a `FaultProblem`. Their dice begin anew. */
  setFaults(list: readonly string[]): void
  faults(): readonly string[]
  calls(): CallReport
  resetCalls(): void
  /** Ends every connection at once, hung ones too. Idempotent. */
  close(): Promise<void>
}

/** Opens a server that speaks the gateway protocol, with faults. Throws a `FaultProblem` for faults it cannot read. */
export async function openSimulator(settings: SimulatorSettings): Promise<OpenSimulator> {
  const { clock, key, randomOf, host, port, observe } = settings
  const checkKey = createCheckKey(key)
  const findRoute = createFindRoute(GATEWAY_PREFIX, OPERATIONS)
  const readReply = createReadReply(settings)
  const counts = createCallCounts()
  let faults = parseFaults(settings.faults)
  let plan = createFaultPlan(faults, randomOf)
  const control: Control = {
    setFaults: (list) => {
      faults = parseFaults(list)
      plan = createFaultPlan(faults, randomOf)
    },
    faults: () => faults.map(({ text }) => text),
    calls: counts.report,
    resetCalls: counts.reset,
  }

  const serveCall = async (
    route: Route<OperationId> & { region: Region },
    query: string,
    wire: Arrival,
  ) => {
    const { region, operation } = route
    const hits = plan(region, operation)
    const over = counts.arrive(region)
    const gone = new AbortController()
    const { outgoing } = wire
    outgoing.once('close', () => {
      gone.abort()
      over(!outgoing.writableFinished && !wire.wasReset())
    })
    const truth = await readReply(route, region, { query, signal: gone.signal })
    const { reply, acted } = act(truth.reply, hits)
    const outcome = acted.length === 0 ? truth.outcome : acted.join('+')
    counts.settle({ region, operation, outcome })
    afterDelay(wire, delayOf(hits), () => (reply.deliver ?? deliverWhole)(wire, reply))
  }

  const refuse = (wire: Arrival, status: number, kind: string) => {
    counts.refuse(kind)
    const headers: Record<string, string> = status === 405 ? { Allow: 'GET' } : {}
    deliverWhole(wire, errorReply(status, kind, headers))
  }

  const serve = async (incoming: IncomingMessage, wire: Arrival) => {
    const isKnown = checkKey(incoming.headers.authorization)
    const target = incoming.url ?? ''
    if (target.startsWith(CONTROL_PREFIX)) {
      if (!isKnown) return refuse(wire, 401, 'authentication')
      return deliverWhole(wire, await answerControl(control, incoming))
    }
    const { path, query } = readTarget({
      method: incoming.method ?? '',
      target,
      headers: headerFacts(incoming.rawHeaders),
      httpVersion: incoming.httpVersion,
    })
    if (!isKnown) return refuse(wire, 401, 'authentication')
    const route = findRoute(path)
    if (route === undefined) return refuse(wire, 404, 'protocol')
    const { region } = route
    if (!isRegion(region)) return refuse(wire, 400, 'business')
    return serveCall({ ...route, region }, query, wire)
  }

  const server = createServer(SERVER_OPTIONS, (incoming, outgoing) => {
    const wire = arrivalOf(outgoing, clock)
    serve(incoming, wire).catch((error: unknown) => {
      if (!(error instanceof ServiceError)) {
        // A client that leaves while it still sends is no fault of ours.
        if (!incoming.destroyed) observe({ type: 'fault', where: 'simulator', error })
        outgoing.destroy()
      } else if (error.code === 'invalid_request') refuse(wire, 400, 'business')
      else refuse(wire, error.code === 'method_not_allowed' ? 405 : 404, 'protocol')
    })
  })
  const origin = await openServer(server, { host, port })
  let closing: Promise<void> | undefined
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { ...control, origin, close: () => (closing ??= close()) }
}

/** One request's way out. */
interface Arrival {
  readonly outgoing: ServerResponse
  readonly clock: Clock
  readonly reset: () => void
  /** Whether it was we who cut the connection. */
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

/** Lets the faults change a reply, one behind the other; `acted` are those that did. */
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
