import { Agent, get } from 'node:http'
import type { LoadTarget } from '../load.ts'

/** GETs over connections that are kept; `close` ends them. */
export interface KeptGet {
  /** Requests the target once. Rejects unless the answer is a complete 200. */
  readonly request: () => Promise<void>
  readonly close: () => void
}

/** Creates GETs of a target. They open as many connections as there are pending requests. */
export function createKeptGet({ url, headers }: LoadTarget): KeptGet {
  const agent = new Agent({ keepAlive: true })
  return {
    request: () =>
      new Promise((resolve, reject) => {
        get(url, { agent, headers }, (incoming) => {
          const { statusCode } = incoming
          incoming.once('error', reject).once('end', () => {
            if (statusCode === 200) resolve()
            else reject(new Error(`${url}: ${statusCode}`))
          })
          incoming.resume()
        }).once('error', reject)
      }),
    close: () => agent.destroy(),
  }
}
