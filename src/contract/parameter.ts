import type { Region } from '../domain/region.ts'
import type { Kind, ValueOf } from './kind.ts'

/** One parameter of an operation, declared once for all its forms. */
export interface Parameter<
  K extends Kind = Kind,
  Optional extends boolean = boolean,
  Default = unknown,
> {
  readonly kind: K
  /** Whether a query may leave it out. In a path every parameter is required. */
  readonly optional: Optional
  /** The value when it is left out; `undefined` when leaving it out has a meaning of its own. */
  readonly defaultValue: Default
  /** Its name in a query, where that differs from its name in a path. */
  readonly queryName?: string
  /** How a query spells it, where that differs from a path. */
  readonly queryKind?: Kind
  /** Whether a thing with this value can exist in a region at all. Where not, the answer is 404 without a call. */
  readonly canExist?: (value: string, region: Region) => boolean
}

/** Any parameter, whatever it reads. */
export type AnyParameter = Parameter

/** The value that the flow hands on for a parameter. */
export type ArgumentOf<P> =
  P extends Parameter<infer K, infer Optional, infer Default>
    ? Optional extends true
      ? ValueOf<K> | Default
      : ValueOf<K>
    : never

/** What a declaration may say beside the kind. */
export type ParameterOptions = Pick<Parameter, 'queryName' | 'queryKind' | 'canExist'>

/** A parameter that must be given. */
export function required<K extends Kind>(
  kind: K,
  options: ParameterOptions = {},
): Parameter<K, false, undefined> {
  return { kind, optional: false, defaultValue: undefined, ...options }
}

/** A parameter that a query may leave out, with no value then. */
export function optional<K extends Kind>(
  kind: K,
  options: ParameterOptions = {},
): Parameter<K, true, undefined> {
  return { kind, optional: true, defaultValue: undefined, ...options }
}

/** A parameter that a query may leave out; leaving it out and giving `value` are the same call. */
export function defaulting<K extends Kind, const Value extends ValueOf<K>>(
  kind: K,
  value: Value,
  options: ParameterOptions = {},
): Parameter<K, true, Value> {
  return { kind, optional: true, defaultValue: value, ...options }
}
