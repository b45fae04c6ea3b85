import type { Gateway, GatewayCall, GatewayReply } from '../../src/domain/gateway.ts'

/** How long one read took, in milliseconds. */
export interface ReadTime {
  /** From the call to the closed message. */
  readonly tookMs: number
  /** The longest that it held up the event loop, making text of the message included. */
  readonly stretchMs: number
  readonly message: unknown
}

const CONTEXT = {
  signal: new AbortController().signal,
  deadlineAtMs: Infinity,
  lane: 'keyed',
} as const

/** Reads once. What is answered at once holds up the event loop for all of its time. */
export async function timeRead(gateway: Gateway, call: GatewayCall): Promise<ReadTime> {
  const start = performance.now()
  const reply = gateway.read(call, CONTEXT)
  if (!(reply instanceof Promise)) {
    const tookMs = performance.now() - start
    JSON.stringify(reply.message)
    return { tookMs, stretchMs: performance.now() - start, message: reply.message }
  }
  return timePromise(reply, start)
}

async function timePromise(reply: Promise<GatewayReply>, start: number): Promise<ReadTime> {
  let [last, stretchMs, isOver] = [start, 0, false]
  const look = () => {
    const now = performance.now()
    stretchMs = Math.max(stretchMs, now - last)
    last = now
    if (!isOver) setImmediate(look)
  }
  look()
  const { message } = await reply
  isOver = true
  const tookMs = performance.now() - start
  JSON.stringify(message)
  stretchMs = Math.max(stretchMs, performance.now() - last)
  return { tookMs, stretchMs, message }
}
