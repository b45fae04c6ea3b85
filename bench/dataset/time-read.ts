import type { Gateway, GatewayCall, GatewayReply } from '../../src/game/gateway.ts'

/** The time of one read, in milliseconds. */
export interface ReadTime {
  /** From the call to the normalized message. */
  readonly tookMs: number
  /** The longest time for which it blocked the event loop, including serialization. */
  readonly blockedMs: number
  readonly message: unknown
}

const CONTEXT = {
  signal: new AbortController().signal,
  deadlineAtMs: Infinity,
  priority: 'keyed',
} as const

/** Reads once. A synchronous reply blocks the event loop for its whole duration. */
export async function timeRead(gateway: Gateway, call: GatewayCall): Promise<ReadTime> {
  const start = performance.now()
  const reply = gateway.read(call, CONTEXT)
  if (!(reply instanceof Promise)) {
    const tookMs = performance.now() - start
    JSON.stringify(reply.message)
    return { tookMs, blockedMs: performance.now() - start, message: reply.message }
  }
  return timePromise(reply, start)
}

async function timePromise(reply: Promise<GatewayReply>, start: number): Promise<ReadTime> {
  let [last, blockedMs, hasFinished] = [start, 0, false]
  const check = () => {
    const now = performance.now()
    blockedMs = Math.max(blockedMs, now - last)
    last = now
    if (!hasFinished) setImmediate(check)
  }
  check()
  const { message } = await reply
  hasFinished = true
  const tookMs = performance.now() - start
  JSON.stringify(message)
  blockedMs = Math.max(blockedMs, performance.now() - last)
  return { tookMs, blockedMs, message }
}
