import type { TObject, TSchema } from '#libraries/typebox'
import { Compile, type Validator } from '#libraries/typebox-compile'
import { PortalError } from './contract/portal-error.ts'

/**
 * Checks a value against its schema; throws `invalid_request` with a message that repeats nothing
 * of the value.
 */
export type ParseRequest = (value: unknown) => unknown

/** Creates a body parser, which returns a value unchanged or rejects it. */
export function createBodyParser(schema: TSchema): ParseRequest {
  const validator = Compile(schema)
  return (value) => check(validator, value ?? {})
}

/** Format of an integer in a query. */
const INTEGER = /^(?:0|[1-9][0-9]{0,15})$/

/**
 * Creates a query parser, which converts decimal digits to integers where the schema has integers.
 */
export function createQueryParser(schema: TObject): ParseRequest {
  const validator = Compile(schema)
  const numbers = Object.entries(schema.properties).filter(
    ([, one]) => (one as { readonly type?: unknown }).type === 'integer',
  )
  return (value) => {
    const read: Record<string, unknown> = { ...(value as object) }
    for (const [name] of numbers) {
      const text = read[name]
      if (typeof text === 'string' && INTEGER.test(text)) read[name] = Number(text)
    }
    return check(validator, read)
  }
}

function check(validator: Validator, value: unknown): unknown {
  if (validator.Check(value)) return value
  const [first] = validator.Errors(value)
  if (first?.keyword === 'additionalProperties' || first?.keyword === 'boolean') {
    throw new PortalError('invalid_request', 'The request has an unknown field.')
  }
  const where = first?.instancePath.replaceAll('/', ' ').trim() ?? ''
  throw new PortalError(
    'invalid_request',
    `${where === '' ? 'The request' : where} ${first?.message ?? 'is not valid'}.`,
  )
}
