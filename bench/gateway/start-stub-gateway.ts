import { openBare } from '../turns/start-bare-node.ts'
import { readAnswer } from '../turns/same-answer.ts'

/** The region whose calls may hang. */
export const HUNG_REGION = 'kr'
/** Calls under these paths are never answered; all others are, also those of the same region. */
const HUNG_PREFIX = `/v1/${HUNG_REGION}/arena/`

/** A gateway of nothing but `node:http` that gives the kept body to every call. Returns its origin. */
export async function startStubGateway(folder: string): Promise<string> {
  const { body } = readAnswer(folder)
  const headers = ['Content-Type', 'application/json', 'Content-Length', String(body.length)]
  return openBare(({ url = '' }, outgoing) => {
    if (url.startsWith(HUNG_PREFIX)) return
    outgoing.writeHead(200, headers)
    outgoing.end(body)
  })
}
