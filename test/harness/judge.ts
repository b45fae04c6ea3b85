import assert from 'node:assert/strict'
import { Ajv } from 'ajv'
import type { TSchema } from 'typebox'

// Formats are notes for readers; the patterns beside them are what is checked.
const ajv = new Ajv({ strict: false, formats: { int64: true } })

/** Fails unless `value` fits `schema`, by the word of a judge that knows nothing of our own code. */
export function assertFits(schema: TSchema, value: unknown): void {
  assert.ok(ajv.validate(schema, value), `${ajv.errorsText()} in ${JSON.stringify(value)}`)
}
