import type { Scope } from '../domain/scope.ts'
import type { EnvelopeName } from './messages.ts'
import type { AnyParameter, ArgumentOf } from './parameter.ts'

/** The names in braces of a path. */
export type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never

/** `Path` itself when every name in it is declared; otherwise a text that says which one is not. */
export type Checked<Path extends string, Declared> =
  Exclude<PathNames<Path>, Declared> extends never
    ? Path
    : `unknown parameter in path: ${Exclude<PathNames<Path>, Declared>}`

/** What an operation answers with: an envelope of the spec, or PNG bytes. */
export type ResponseName = EnvelopeName | 'image/png'

/** A rule over two parameters: a rank window that starts at 1 or later and is not wider than the setting allows. */
export interface RankWindow {
  readonly start: string
  readonly end: string
}

/** What a request is read by, in the table of any interface. */
export interface Askable {
  /** Everything that can be asked with, by its name in a path. */
  readonly parameters: Readonly<Record<string, AnyParameter>>
  /**
   * The paths behind the region. A parameter named in a path is read from there and required; every other one is
   * read from the query.
   */
  readonly forms: readonly string[]
  readonly rankWindow?: RankWindow
  /** The names of two times of which the first must be before the second, when both are given. */
  readonly timeRange?: readonly [from: string, until: string]
}

/** One thing that can be asked for, as the table declares it. */
export interface OperationDeclaration extends Askable {
  readonly scope: Scope
  readonly summary: string
  readonly response: ResponseName
  /** An empty message from a gateway means that the thing asked for is not there (404, not 200 `{}`). */
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

/** The typed arguments of a declared operation. A parameter that may be left out may be `undefined`. */
export type ArgumentsOf<O extends { readonly parameters: Readonly<Record<string, AnyParameter>> }> =
  {
    readonly [Name in keyof O['parameters']]: ArgumentOf<O['parameters'][Name]>
  }
