import type { z } from '#libraries/zod'

/** One setting: how its text is read, what it is without one, and what it is for. */
export interface Setting<Value> {
  readonly schema: z.ZodType<Value, string>
  /** The text that stands for the default; `undefined` when having no value has a meaning of its own. */
  readonly fallback?: string
  readonly meaning: string
  /** Its value is never shown, and it may be read from a file named by `<NAME>_FILE`. */
  readonly secret?: true
}

/** A setting with a default. */
export function setting<Value>(
  meaning: string,
  schema: z.ZodType<Value, string>,
  fallback: string,
): Setting<Value> {
  return { meaning, schema, fallback }
}

/** A setting for which having no value has a meaning of its own. */
export function unset<Value>(
  meaning: string,
  schema: z.ZodType<Value, string>,
  options: { readonly secret?: true } = {},
): Setting<Value | undefined> {
  return { meaning, schema, ...options }
}
