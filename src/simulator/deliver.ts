import type { ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import type { Clock } from '../platform/time/clock.ts'
import { bodyOf, type SimulatedReply } from './simulated-reply.ts'

/** The response side of a request. */
export interface Connection {
  readonly outgoing: ServerResponse
  readonly clock: Clock
  /** Resets the connection (RST), whatever was sent. */
  readonly reset: () => void
}

/** Sends a reply, or part of it. Whatever stays pending must end when `outgoing` closes. */
export type Deliver = (connection: Connection, reply: SimulatedReply) => void

/** Sends a reply without faults. */
export const deliverWhole: Deliver = ({ outgoing }, reply) => {
  const { length, chunks } = sendHead(outgoing, reply)
  if (length === undefined) {
    // A client that disconnects is not an error.
    pipeline(Readable.from(chunks()), outgoing, () => {})
  } else {
    for (const chunk of chunks()) outgoing.write(chunk)
    outgoing.end()
  }
}

/** Sends status and headers at once, and returns the body to send. */
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
