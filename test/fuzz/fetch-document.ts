import { send } from '../harness/send.ts'
import type { Document } from './read-document.ts'

/** The OpenAPI documents that a service serves. */
export const DOCUMENT_PATHS = [
  '/api/open/openapi.json',
  '/api/open/openapi-3.0.json',
  '/api/developer/openapi.json',
  '/api/public/openapi.json',
] as const

/**
 * Fetches a document from the service, as a client does, instead of reading it from the repository.
 */
export async function fetchDocument(
  origin: string,
  path: (typeof DOCUMENT_PATHS)[number],
): Promise<Document> {
  const { status, json } = await send(origin, path)
  if (status !== 200) throw new Error(`${path} responded with ${status}.`)
  return json as Document
}
