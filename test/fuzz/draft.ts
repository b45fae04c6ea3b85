import type { RawValue } from './draw-values.ts'
import type { KeyRing } from './key-ring.ts'
import type { DocumentedOperation } from './read-document.ts'
import { writePairs, writePath, type Pair, type Spelling } from './write-target.ts'

/** A request that is being made. It begins as a valid one; faults change it. */
export interface Draft {
  readonly operation: DocumentedOperation
  readonly method: string
  readonly values: ReadonlyMap<string, RawValue>
  /** What stands in the query besides the values. */
  readonly morePairs: readonly Pair[]
  readonly editPath: (path: string) => string
  /** The value of the Authorization header. */
  readonly authorization: string | undefined
  readonly acceptEncoding: string | undefined
  readonly spelling: Spelling
  /** How far the pairs of the query are turned round. */
  readonly turn: number
}

/** When a fault is noticed, in the order that the document promises. */
export const NOTICED = [
  'method',
  'malformed',
  'path',
  'key',
  'region',
  'grant',
  'parameters',
] as const

/** What makes a request invalid. */
export interface Fault {
  readonly noticed: (typeof NOTICED)[number]
  /** The status that the document promises for it. */
  readonly status: number
  readonly why: string
  readonly apply: (draft: Draft) => Draft
}

/** A request as it goes out, and what the document promises of it. */
export interface FuzzRequest {
  readonly operation: DocumentedOperation
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** The status of the refusal; `undefined`: it is valid. */
  readonly refusal: number | undefined
  /** What is wrong with it, in words; empty: nothing. */
  readonly why: string
}

/** Writes a draft with its faults out. The fault that is noticed first says what is promised. */
export function writeRequest(
  valid: Draft,
  faults: readonly Fault[],
  isDocumented: (path: string) => boolean,
): FuzzRequest {
  const draft = faults.reduce((changed, { apply }) => apply(changed), valid)
  const { operation, method, spelling, turn, authorization, acceptEncoding } = draft
  const path = draft.editPath(writePath(operation, draft.values, spelling))
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query')
  const pairs = [
    ...inQuery.flatMap(({ name }) => writePairs(name, draft.values.get(name) ?? [], spelling)),
    ...draft.morePairs,
  ]
  const turned = [
    ...pairs.slice(turn % (pairs.length + 1)),
    ...pairs.slice(0, turn % (pairs.length + 1)),
  ]
  const query = turned.join(turn % 5 === 4 ? '&&' : '&')
  // An edited path that is a path of the document after all is no fault.
  const real = faults.filter(({ noticed }) => noticed !== 'path' || !isDocumented(path))
  const [first] = real.toSorted(
    (one, other) => NOTICED.indexOf(one.noticed) - NOTICED.indexOf(other.noticed),
  )
  const isOther = real.length < faults.length
  return {
    operation,
    method,
    target: query === '' ? path : `${path}?${query}`,
    headers: {
      ...(authorization !== undefined && { Authorization: authorization }),
      ...(acceptEncoding !== undefined && { 'Accept-Encoding': acceptEncoding }),
    },
    // Nothing is promised of a path that became another one of the document, but an answer.
    refusal: isOther ? Number.NaN : first?.status,
    why: real.map(({ why }) => why).join('; '),
  }
}

/** The header that carries a key. */
export function bearer(key: KeyRing['whole']): string {
  return `Bearer ${key}`
}
