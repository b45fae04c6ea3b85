import { send } from '../harness/send.ts'
import type { Document } from './read-document.ts'

/** The documents that a service offers of its interfaces. */
export const DOCUMENT_PATHS = [
  '/api/open/openapi.json',
  '/api/open/openapi-3.0.json',
  '/api/developer/openapi.json',
  '/api/public/openapi.json',
] as const

/** Fetches a document from where it is served: what a client believes, not what lies beside the code. */
export async function fetchDocument(
  origin: string,
  path: (typeof DOCUMENT_PATHS)[number],
): Promise<Document> {
  const { status, json } = await send(origin, path)
  if (status !== 200) throw new Error(`${path} was answered with ${status}.`)
  return json as Document
}
