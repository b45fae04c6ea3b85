import { countArgument, fault, faultWith, MS_MAX, type FaultFamily } from '../fault-kind.ts'
import { sendHead, type Deliver, type Connection } from '../deliver.ts'
import type { SimulatedReply } from '../simulated-reply.ts'

/**
 * Milliseconds for the first half of a body to arrive before the reset, which would overtake it.
 */
const RESET_AFTER_MS = 20

/** Faults in the transmission. */
export const DELIVERIES: FaultFamily = {
  affects: 'connection',
  applied: 'first',
  kinds: {
    'hang-before-headers': delivering('Sends nothing and leaves the connection open.', () => {}),
    'hang-mid-body': delivering(
      'Sends half of the body, then nothing, and leaves the connection open.',
      (connection, reply) => sendHalf(connection, reply),
    ),
    'slow-body': faultWith(
      'Sends one byte of the body every MS milliseconds.',
      countArgument('MS', MS_MAX, '1000'),
      (stepMs) => ({ change: (reply) => ({ ...reply, deliver: deliverSlowly(stepMs) }) }),
    ),
    reset: delivering('Resets the connection before the first byte.', ({ reset }) => reset()),
    'reset-mid-body': delivering(
      'Resets the connection after half of the body.',
      (connection, reply) => {
        const { outgoing, clock, reset } = connection
        let cancel = () => {}
        outgoing.once('close', () => cancel())
        sendHalf(connection, reply, () => {
          cancel = clock.after(RESET_AFTER_MS, reset)
        })
      },
    ),
  },
}

function delivering(summary: string, deliver: Deliver) {
  return fault(summary, { change: (reply) => ({ ...reply, deliver }) })
}

/** Sends the headers with the full length, and half of the first chunk of the body. */
function sendHalf({ outgoing }: Connection, reply: SimulatedReply, onSent = () => {}): void {
  const [first = Buffer.alloc(0)] = sendHead(outgoing, reply).chunks()
  outgoing.write(first.subarray(0, Math.ceil(first.length / 2)), onSent)
}

function deliverSlowly(stepMs: number): Deliver {
  return ({ outgoing, clock }, reply) => {
    const bytes = bytesIn(sendHead(outgoing, reply).chunks())
    let cancel = () => {}
    const step = () => {
      const { value, done } = bytes.next()
      if (done === true) return void outgoing.end()
      outgoing.write(value)
      cancel = clock.after(stepMs, step)
    }
    outgoing.once('close', () => cancel())
    step()
  }
}

function* bytesIn(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += 1) yield chunk.subarray(at, at + 1)
  }
}
