import type { Kind, ValueOf } from './parameter-kind.ts'

/** One parameter of an operation, declared once for all its forms. */
export interface Parameter<
  K extends Kind = Kind,
  Optional extends boolean = boolean,
  Default = unknown,
> {
  readonly kind: K
  /** Whether a query may omit it. In a path every parameter is required. */
  readonly optional: Optional
  /** The value when it is omitted; `undefined` when omission has a meaning of its own. */
  readonly defaultValue: Default
  /** Its name in a query, where that differs from its name in a path. */
  readonly queryName?: string
  /**
   * Returns whether an object with this value can exist in a region. Where not, the answer is 404
   * without a gateway call.
   */
  readonly canExist?: (value: string, region: string) => boolean
}

/** Any parameter. */
export type AnyParameter = Parameter

/** The type of the argument that a parameter yields. */
export type ArgumentOf<P> =
  P extends Parameter<infer K, infer Optional, infer Default>
    ? Optional extends true
      ? ValueOf<K> | Default
      : ValueOf<K>
    : never

/** The optional fields of a declaration. */
export type ParameterOptions = Pick<Parameter, 'queryName' | 'canExist'>

/** Declares a required parameter. */
export function required<K extends Kind>(
  kind: K,
  options: ParameterOptions = {},
): Parameter<K, false, undefined> {
  return { kind, optional: false, defaultValue: undefined, ...options }
}

/** Declares an optional parameter; its value is `undefined` when omitted. */
export function optional<K extends Kind>(
  kind: K,
  options: ParameterOptions = {},
): Parameter<K, true, undefined> {
  return { kind, optional: true, defaultValue: undefined, ...options }
}

/** Declares an optional parameter; omitting it equals giving `value`. */
export function withDefault<K extends Kind, const Value extends ValueOf<K>>(
  kind: K,
  value: Value,
  options: ParameterOptions = {},
): Parameter<K, true, Value> {
  return { kind, optional: true, defaultValue: value, ...options }
}
