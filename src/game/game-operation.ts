import type { Checked, OperationSpec } from '../api/operation.ts'
import type { AnyParameter } from '../api/parameter.ts'
import type { EnvelopeName } from './envelopes.ts'
import type { Scope } from './scope.ts'

/** The response of an operation: an envelope of the spec, or PNG bytes. */
export type ResponseName = EnvelopeName | 'image/png'

/** An operation as the table declares it. */
export interface OperationDeclaration extends OperationSpec {
  readonly scope: Scope
  readonly summary: string
  readonly response: ResponseName
  /** An empty message from the gateway means that the object does not exist (404, not 200 `{}`). */
  readonly emptyIsUnknown?: boolean
}

/** Declares one operation. A misspelt name in a path does not compile. */
export function operation<
  const Parameters extends Readonly<Record<string, AnyParameter>>,
  const Forms extends readonly string[],
  const Response extends ResponseName,
>(declaration: {
  scope: Scope
  summary: string
  parameters: Parameters
  forms: { readonly [Index in keyof Forms]: Checked<Forms[Index], keyof Parameters> }
  response: Response
  rankWindow?: { start: keyof Parameters & string; end: keyof Parameters & string }
  emptyIsUnknown?: boolean
}) {
  return declaration as typeof declaration & {
    readonly parameters: Parameters
    readonly forms: Forms
    readonly response: Response
  }
}
