import type { AnyParameter, ArgumentOf } from './parameter.ts'

/** The names in braces of a path. */
export type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never

/**
 * `Path` itself when every name in it is declared; otherwise a text that names the undeclared one.
 */
export type Checked<Path extends string, Declared> =
  Exclude<PathNames<Path>, Declared> extends never
    ? Path
    : `unknown parameter in path: ${Exclude<PathNames<Path>, Declared>}`

/**
 * A rule over two parameters: a rank window that starts at 1 or later and is not wider than the
 * configured maximum.
 */
export interface RankWindow {
  readonly start: string
  readonly end: string
}

/** The parsing rules of an operation of any interface. */
export interface OperationSpec {
  /** All parameters, by path name. */
  readonly parameters: Readonly<Record<string, AnyParameter>>
  /**
   * The paths behind the region. A parameter in the path is required; all others come from the
   * query.
   */
  readonly forms: readonly string[]
  readonly rankWindow?: RankWindow
  /** The names of two times; the first must be before the second when both are given. */
  readonly timeRange?: readonly [from: string, until: string]
}

/** The typed arguments of a declared operation. An optional parameter may be `undefined`. */
export type ArgumentsOf<O extends { readonly parameters: Readonly<Record<string, AnyParameter>> }> =
  {
    readonly [Name in keyof O['parameters']]: ArgumentOf<O['parameters'][Name]>
  }
