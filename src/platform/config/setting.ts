import type { z } from '#libraries/zod'

/** One setting: its parser, its default and its description. */
export interface Setting<Value> {
  readonly schema: z.ZodType<Value, string>
  /** The default as text; `undefined` when an absent value has a distinct meaning. */
  readonly fallback?: string
  readonly meaning: string
  /** Hides the value, and allows reading it from the file named by `<NAME>_FILE`. */
  readonly secret?: true
}

/** Declares a setting with a default. */
export function setting<Value>(
  meaning: string,
  schema: z.ZodType<Value, string>,
  fallback: string,
): Setting<Value> {
  return { meaning, schema, fallback }
}

/** Declares a setting for which an absent value has a distinct meaning. */
export function unset<Value>(
  meaning: string,
  schema: z.ZodType<Value, string>,
  options: { readonly secret?: true } = {},
): Setting<Value | undefined> {
  return { meaning, schema, ...options }
}
