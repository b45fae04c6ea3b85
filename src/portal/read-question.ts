import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Value } from 'typebox/value'
import { PortalError } from './contract/portal-error.ts'

/** Checks what came against what was declared; throws `invalid_request`, in words that repeat nothing of it. */
export type ReadQuestion = (value: unknown) => unknown

/** Makes what reads a body: a value is taken as it is, or refused. */
export function createReadBody(schema: TSchema): ReadQuestion {
  const validator = Compile(schema)
  return (value) => check(validator, value ?? {})
}

/** Makes what reads a query, in which everything is text: digits become numbers where numbers are declared. */
export function createReadQuery(schema: TSchema): ReadQuestion {
  const validator = Compile(schema)
  return (value) => check(validator, Value.Convert(schema, value ?? {}))
}

function check(validator: Validator, value: unknown): unknown {
  if (validator.Check(value)) return value
  const [first] = validator.Errors(value)
  if (first?.keyword === 'additionalProperties' || first?.keyword === 'boolean') {
    throw new PortalError('invalid_request', 'There is a name that nothing here has.')
  }
  const where = first?.instancePath.replaceAll('/', ' ').trim() ?? ''
  throw new PortalError(
    'invalid_request',
    `${where === '' ? 'The request' : where} ${first?.message ?? 'is not valid'}.`,
  )
}
