import type { ErrorCode } from '../../domain/service-error.ts'
import type { Node } from './document.ts'

/** What the document says of one response header. */
export interface HeaderFact {
  readonly description: string
  readonly schema: Node
  readonly example: string | number
}

/** Which headers stand on an answer, by name: on every one, and on some. */
export interface HeadersOfAnswer {
  readonly always: readonly string[]
  readonly sometimes: readonly string[]
}

/** What an answer is that the headers are asked for: JSON, PNG or pieces with 200, or another one by its status. */
export type AnswerName = 'json' | 'png' | 'stream' | number

/** What the contract does not know and HTTP does: statuses, headers, the shape of errors. */
export interface HttpFacts {
  /** What stands before the region in every path. */
  readonly prefix: string
  readonly problems: Readonly<
    Record<ErrorCode, { readonly status: number; readonly title: string }>
  >
  /** A real body of each refusal. */
  readonly problemExamples: Readonly<Record<ErrorCode, Node>>
  readonly problemType: string
  readonly headers: Readonly<Record<string, HeaderFact>>
  readonly headersOf: (answer: AnswerName) => HeadersOfAnswer
}
