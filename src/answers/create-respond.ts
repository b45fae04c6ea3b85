import type { Answer, Call, Client, Permit } from '../contract/flow-values.ts'
import type { OperationDeclaration } from '../contract/operation.ts'
import { OPERATIONS } from '../contract/operations.ts'
import { notFound } from '../domain/service-error.ts'
import { readInTime, type ReadSettings } from './read-in-time.ts'

/** Answers an admitted call, unless its client leaves first. */
export type Respond = (permit: Permit, client: Client) => Promise<Answer>

/**
 * Makes the stage that turns a permit into finished bytes: 404 for what cannot exist without asking anyone, else
 * the gateway's message as JSON or as it is (404, 502, 503, 504). The gateway must be a closed one.
 */
export function createRespond(settings: ReadSettings): Respond {
  return async (permit, client) => {
    if (!canExist(permit.call)) throw notFound()
    const { message, fetchedAtMs } = await readInTime(settings, permit, client)
    if (message === undefined) throw notFound()
    const isImage = message instanceof Uint8Array
    return {
      contentType: isImage ? 'image/png' : 'application/json',
      body: isImage ? message : Buffer.from(JSON.stringify(message)),
      fetchedAtMs,
    } as Answer
  }
}

function canExist({ operation, region, arguments: values }: Call): boolean {
  const { parameters }: OperationDeclaration = OPERATIONS[operation]
  return Object.entries(parameters).every(
    ([name, { canExist: rule }]) => rule === undefined || rule(values[name] as string, region),
  )
}
