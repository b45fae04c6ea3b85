import type { BeginTrace } from '../domain/trace.ts'
import { readTraceparent, writeTraceparent } from './read-traceparent.ts'

/** Hands a well-formed `traceparent` on as it came, and records nothing. This is what there is without an SDK. */
export const handOnTrace: BeginTrace = (text) => {
  // Most requests have none, and cost nothing here.
  if (text === undefined) return undefined
  const parent = readTraceparent(text)
  if (parent === undefined) return undefined
  return { traceparent: writeTraceparent(parent), beginCall: () => undefined, end: () => {} }
}
