import type { ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import type { Clock } from '../domain/clock.ts'
import { bodyOf, type SimulatedReply } from './simulated-reply.ts'

/** What a delivery may use. */
export interface Wire {
  readonly outgoing: ServerResponse
  readonly clock: Clock
  /** Ends the connection by a reset (RST), whatever was sent. */
  readonly reset: () => void
}

/** Brings a reply onto the wire, or some of it. What it leaves waiting must end when `outgoing` closes. */
export type Deliver = (wire: Wire, reply: SimulatedReply) => void

/** Sends a reply as any server would. */
export const deliverWhole: Deliver = ({ outgoing }, reply) => {
  const { length, chunks } = sendHead(outgoing, reply)
  if (length === undefined) {
    // That the client leaves in the middle is its own affair.
    pipeline(Readable.from(chunks()), outgoing, () => {})
  } else {
    for (const chunk of chunks()) outgoing.write(chunk)
    outgoing.end()
  }
}

/** Sends the status and the headers at once, and hands back the body to send. */
export function sendHead(outgoing: ServerResponse, reply: SimulatedReply) {
  const { status, headers, fetchedAtMs, content } = reply
  const body = bodyOf(content)
  const isFetched = status === 200 && fetchedAtMs !== undefined
  outgoing.writeHead(status, {
    'Content-Type': body.contentType,
    'Cache-Control': 'no-store',
    ...(body.length !== undefined && { 'Content-Length': body.length }),
    ...(isFetched && { 'X-Fetched-At': Math.floor(fetchedAtMs) }),
    ...headers,
  })
  outgoing.flushHeaders()
  return body
}
