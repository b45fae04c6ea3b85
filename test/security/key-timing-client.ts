import process from 'node:process'
import { parentPort, workerData } from 'node:worker_threads'
import { connectRaw, head } from '../harness/raw-socket.ts'

/** The requests to send, and the keys of each group. */
export interface RefusedRequests {
  readonly origin: string
  readonly keys: ReadonlyMap<string, readonly string[]>
  readonly count: number
  /** The number of the first round: each round takes the next key of each group. */
  readonly from: number
}

/** Nanoseconds from the last byte of each request to the end of its response, by group. */
export type RefusalTimes = ReadonlyMap<string, readonly number[]>

/** A connection serves a thousand requests; each round sends one of each group. */
const ROUNDS_OF_CONNECTION = 200

parentPort?.postMessage(await measure(workerData as RefusedRequests))

async function measure({ origin, keys, count, from }: RefusedRequests): Promise<RefusalTimes> {
  const times = new Map([...keys.keys()].map((group) => [group, [] as number[]]))
  let connection = await connectRaw(origin)
  for (let round = from; round < from + count; round += 1) {
    if (round % ROUNDS_OF_CONNECTION === 0) {
      connection.drop()
      connection = await connectRaw(origin)
    }
    const order = [...keys].toSorted(() => Math.random() - 0.5)
    for (const [group, some] of order) {
      const key = some[round % some.length] ?? ''
      const bytes = head(
        'GET /api/open/v1/game/jp/announcements HTTP/1.1',
        'Host: x',
        `Authorization: Bearer ${key}`,
      )
      const start = process.hrtime.bigint()
      connection.write(bytes)
      const { status } = await connection.next()
      times.get(group)?.push(Number(process.hrtime.bigint() - start))
      if (status !== 401) throw new Error(`${group}: ${status}`)
    }
  }
  connection.drop()
  return times
}
