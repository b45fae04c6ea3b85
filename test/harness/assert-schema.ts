import assert from 'node:assert/strict'
import { Ajv } from 'ajv'
import type { TSchema } from 'typebox'

// Formats are annotations; only patterns are validated.
const ajv = new Ajv({ strict: false, formats: { int64: true } })

/** Fails unless `value` matches `schema`, by a validator independent of the service's code. */
export function assertFits(schema: TSchema, value: unknown): void {
  assert.ok(ajv.validate(schema, value), `${ajv.errorsText()} in ${JSON.stringify(value)}`)
}
