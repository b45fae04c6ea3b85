import type { IncomingMessage } from 'node:http'
import type { CallReport } from './call-counts.ts'
import { FaultProblem } from './parse-fault.ts'
import { errorReply, type SimulatedReply } from './simulated-reply.ts'

/** Base path of the control interface. */
export const CONTROL_PREFIX = '/simulator/'

/** Control operations of a running simulator. */
export interface Control {
  /** Throws a `FaultProblem` for anything but a valid list of faults. */
  setFaults(list: unknown): void
  faults(): readonly string[]
  calls(): CallReport
  resetCalls(): void
}

/** Maximum bytes of a request body; more than any list of faults needs. */
const BODY_MAX = 65_536

/** Handlers by path and method; each returns the JSON of its response. */
type ControlHandlers = Readonly<Record<string, (control: Control, body: string) => unknown>>

const PATHS: Readonly<Record<string, ControlHandlers>> = {
  [`${CONTROL_PREFIX}faults`]: {
    GET: (control) => control.faults(),
    PUT: (control, body) => {
      control.setFaults(parseJson(body))
      return control.faults()
    },
    DELETE: (control) => {
      control.setFaults([])
      return control.faults()
    },
  },
  [`${CONTROL_PREFIX}calls`]: {
    GET: (control) => control.calls(),
    DELETE: (control) => {
      control.resetCalls()
      return control.calls()
    },
  },
}

/** Responds to a control request. The caller has verified the key. */
export async function answerControl(
  control: Control,
  incoming: IncomingMessage,
): Promise<SimulatedReply> {
  const { url = '', method = '' } = incoming
  const handlers = Object.hasOwn(PATHS, url) ? PATHS[url] : undefined
  if (handlers === undefined) return errorReply(404, 'protocol')
  const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined
  if (handler === undefined) {
    return errorReply(405, 'protocol', { Allow: Object.keys(handlers).join(', ') })
  }
  try {
    return jsonReply(200, handler(control, await readBody(incoming)))
  } catch (error) {
    if (!(error instanceof FaultProblem)) throw error
    return jsonReply(400, { error: { kind: 'business', message: error.message } })
  }
}

function jsonReply(status: number, value: unknown): SimulatedReply {
  return { status, headers: {}, fetchedAtMs: undefined, content: { value, shape: undefined } }
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > BODY_MAX) throw new FaultProblem(`A list of faults has at most ${BODY_MAX} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
