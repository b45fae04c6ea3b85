import type { RawValue } from './draw-values.ts'
import type { KeyRing } from './key-ring.ts'
import type { DocumentedOperation } from './read-document.ts'
import { escapeLetters, writePairs, writePath, type Pair, type Spelling } from './write-target.ts'

/** A request under construction. It starts valid; faults change it. */
export interface Draft {
  readonly operation: DocumentedOperation
  readonly method: string
  readonly values: ReadonlyMap<string, RawValue>
  /** Query pairs besides the values. */
  readonly morePairs: readonly Pair[]
  readonly editPath: (path: string) => string
  /** The value of the Authorization header. */
  readonly authorization: string | undefined
  readonly acceptEncoding: string | undefined
  readonly spelling: Spelling
  /** By how many positions the query pairs are rotated. */
  readonly rotation: number
}

/** The stages at which a fault is detected, in the documented order. */
export const STAGES = [
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
  readonly stage: (typeof STAGES)[number]
  /** The documented status of the rejection. */
  readonly status: number
  readonly why: string
  readonly apply: (draft: Draft) => Draft
}

/** A request to send, and its documented outcome. */
export interface FuzzRequest {
  readonly operation: DocumentedOperation
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /**
   * The status of the rejection; `undefined` if the request is valid, `NaN` if the document does
   * not determine the answer.
   */
  readonly refusal: number | undefined
  /** The faults as text; empty if valid. */
  readonly why: string
}

/**
 * Applies the faults to a draft and builds the request. The fault of the earliest stage determines
 * the expected status.
 */
export function writeRequest(
  valid: Draft,
  faults: readonly Fault[],
  isDocumented: (path: string) => boolean,
): FuzzRequest {
  const draft = faults.reduce((changed, { apply }) => apply(changed), valid)
  const { operation, method, spelling, rotation, authorization, acceptEncoding } = draft
  const path = draft.editPath(writePath(operation, draft.values, spelling))
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query')
  const pairs = [
    ...inQuery.flatMap((one) => writePairs(one, draft.values.get(one.name) ?? [], spelling)),
    ...draft.morePairs,
  ]
  const rotated = [
    ...pairs.slice(rotation % (pairs.length + 1)),
    ...pairs.slice(0, rotation % (pairs.length + 1)),
  ]
  const query = rotated.join(rotation % 5 === 4 ? '&&' : '&')
  // An edited path that is still a path of the document is no fault.
  const real = faults.filter(({ stage }) => stage !== 'path' || !isDocumented(path))
  const [first] = real.toSorted(
    (one, other) => STAGES.indexOf(one.stage) - STAGES.indexOf(other.stage),
  )
  const isPathValid = faults.every(({ stage }) => stage !== 'path' && stage !== 'malformed')
  const written = spelling === 'everything' && isPathValid ? escapeLetters(path) : path
  // Pages outside of the interface support HEAD.
  const isElsewhere = method === 'HEAD' && !path.startsWith(interfaceOf(operation.path))
  const isOther = real.length < faults.length || isElsewhere
  return {
    operation,
    method,
    target: query === '' ? written : `${written}?${query}`,
    headers: {
      ...(authorization !== undefined && { Authorization: authorization }),
      ...(acceptEncoding !== undefined && { 'Accept-Encoding': acceptEncoding }),
    },
    // A path that became another documented one may have any answer.
    refusal: isOther ? Number.NaN : first?.status,
    why: real.map(({ why }) => why).join('; '),
  }
}

/** Returns the common prefix of all paths of an operation's interface, such as `/api/open/`. */
function interfaceOf(path: string): string {
  return path.split('/').slice(0, 3).join('/') + '/'
}

/** Returns the value of the `Authorization` header for a key. */
export function bearer(key: KeyRing['full']): string {
  return `Bearer ${key}`
}
