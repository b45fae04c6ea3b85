import type { ErrorCode } from '../../platform/http/errors/service-error.ts'
import type { Node } from './document.ts'

/** The description of one response header. */
export interface HeaderFact {
  readonly description: string
  readonly schema: Node
  readonly example: string | number
}

/** The names of the headers of a response: those always present, and those sometimes present. */
export interface HeadersOfAnswer {
  readonly always: readonly string[]
  readonly sometimes: readonly string[]
}

/** Selects a response: a 200 by its format, any other by its status. */
export type AnswerName = 'json' | 'svg' | 'png' | 'stream' | number

/**
 * The HTTP facts that the operation table does not contain: statuses, headers, the shape of errors.
 */
export interface HttpFacts {
  /** The path prefix before the region. */
  readonly prefix: string
  /** The error codes of this interface. */
  readonly codes: readonly ErrorCode[]
  readonly problems: Readonly<
    Record<ErrorCode, { readonly status: number; readonly title: string }>
  >
  /** An actual body of each error. */
  readonly problemExamples: Readonly<Record<ErrorCode, Node>>
  readonly problemType: string
  /** The names of the limits that a 429 may name. */
  readonly limits: readonly string[]
  /** The upstream causes that an error of this interface may name; none: it has no upstream. */
  readonly upstreamKinds: readonly string[]
  /** The kinds of boards that a `not_watched` error may name. */
  readonly boardKinds: readonly string[]
  readonly headers: Readonly<Record<string, HeaderFact>>
  readonly headersOf: (answer: AnswerName) => HeadersOfAnswer
}
