import { openBare } from '../harness/start-bare-node.ts'
import { readAnswer } from '../harness/same-answer.ts'

/** The region with hanging calls. */
export const HUNG_REGION = 'kr'
/** Calls under this path are never answered; all others are, including those of the same region. */
const HUNG_PREFIX = `/v1/${HUNG_REGION}/arena/`

/**
 * Starts a plain `node:http` gateway that answers every call with the recorded body. Returns its
 * origin.
 */
export async function startStubGateway(folder: string): Promise<string> {
  const { body } = readAnswer(folder)
  const headers = ['Content-Type', 'application/json', 'Content-Length', String(body.length)]
  return openBare(({ url = '' }, outgoing) => {
    if (url.startsWith(HUNG_PREFIX)) return
    outgoing.writeHead(200, headers)
    outgoing.end(body)
  })
}
