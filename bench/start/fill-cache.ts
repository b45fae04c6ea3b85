import { Agent, get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { KEYED_PREFIX } from '../../src/game/api-prefix.ts'
import { IDS, REGION } from '../dataset/build-dataset.ts'

const CONCURRENCY = 8
const WIDTH = 100

/** `count` windows of the arena board, each one rank after the previous one. */
export interface Windows {
  readonly first: number
  readonly count: number
}

/** The path of one window. */
export const ARENA_PATH = pathOf(1)

/** Requests each window once. Returns the total bytes of the bodies. */
export async function fillCache(
  origin: string,
  key: string,
  { first, count }: Windows,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY })
  const headers = { Authorization: `Bearer ${key}` }
  let [next, bytes] = [first, 0]
  const client = async () => {
    while (next < first + count) {
      const path = pathOf(next)
      next += 1
      const body = await request(origin + path)
      bytes += body.byteLength
    }
  }
  const request = (url: string): Promise<Buffer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    get(url, { agent, headers }, (incoming) => {
      if (incoming.statusCode === 200) buffer(incoming).then(resolve, reject)
      else reject(new Error(`${url}: ${incoming.statusCode}`))
    }).on('error', reject)
    return promise
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, client))
  agent.destroy()
  return bytes
}

function pathOf(first: number): string {
  return `${KEYED_PREFIX}${REGION}/arena/${IDS.arenaSeasonId}/ranking/${first}/${first + WIDTH - 1}`
}
