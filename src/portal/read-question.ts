import type { TObject, TSchema } from '#libraries/typebox'
import { Compile, type Validator } from '#libraries/typebox-compile'
import { PortalError } from './contract/portal-error.ts'

/** Checks what came against what was declared; throws `invalid_request`, in words that repeat nothing of it. */
export type ReadQuestion = (value: unknown) => unknown

/** Makes what reads a body: a value is taken as it is, or refused. */
export function createReadBody(schema: TSchema): ReadQuestion {
  const validator = Compile(schema)
  return (value) => check(validator, value ?? {})
}

/** An integer as a page writes it. */
const INTEGER = /^(?:0|[1-9][0-9]{0,15})$/

/** Makes what reads a query, in which everything is text: decimal digits become integers where those are declared. */
export function createReadQuery(schema: TObject): ReadQuestion {
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
    throw new PortalError('invalid_request', 'There is a name that nothing here has.')
  }
  const where = first?.instancePath.replaceAll('/', ' ').trim() ?? ''
  throw new PortalError(
    'invalid_request',
    `${where === '' ? 'The request' : where} ${first?.message ?? 'is not valid'}.`,
  )
}
