import { Agent, get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { OPEN_PREFIX } from '../../src/contract/open-prefix.ts'
import { IDS, REGION } from '../dataset/build-dataset.ts'

const AT_ONE_TIME = 8
const WIDTH = 100

/** Windows of the arena board: as many as said, one rank further each. */
export interface Windows {
  readonly first: number
  readonly count: number
}

/** The path of one window. */
export const ARENA_PATH = pathOf(1)

/** Asks for windows, each once. Returns how many bytes the bodies had. */
export async function fillCache(
  origin: string,
  key: string,
  { first, count }: Windows,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONE_TIME })
  const headers = { Authorization: `Bearer ${key}` }
  let [next, bytes] = [first, 0]
  const client = async () => {
    while (next < first + count) {
      const path = pathOf(next)
      next += 1
      const body = await ask(origin + path)
      bytes += body.byteLength
    }
  }
  const ask = (url: string): Promise<Buffer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    get(url, { agent, headers }, (incoming) => {
      if (incoming.statusCode === 200) buffer(incoming).then(resolve, reject)
      else reject(new Error(`${url}: ${incoming.statusCode}`))
    }).on('error', reject)
    return promise
  }
  await Promise.all(Array.from({ length: AT_ONE_TIME }, client))
  agent.destroy()
  return bytes
}

function pathOf(first: number): string {
  return `${OPEN_PREFIX}${REGION}/arena/${IDS.arenaSeasonId}/ranking/${first}/${first + WIDTH - 1}`
}
