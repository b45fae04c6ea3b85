import type { OperationDeclaration } from '../../game/game-operation.ts'
import { OPERATIONS, type OperationId } from '../../game/operations.ts'
import type { AnyParameter } from '../../api/parameter.ts'
import type { GatewayCall } from '../../game/gateway.ts'

/** A path form with the names of its path parameters. */
interface Form {
  readonly path: string
  readonly names: readonly string[]
}

const FORMS = Object.fromEntries(
  Object.entries(OPERATIONS).map(([id, { forms }]) => [id, byNameCount(forms)]),
) as unknown as Readonly<Record<OperationId, readonly Form[]>>

/**
 * Returns path and query of a call in the gateway protocol: `/v1/{region}`, then the form with the
 * most path parameters that the call has values for; other values that are not the default go into
 * the query. Parsed by the rules of the keyed API, the URL is the same call again.
 */
export function createRequestTarget(call: GatewayCall): string {
  const id = call.operation as OperationId
  const form = FORMS[id].find(({ names }) =>
    names.every((name) => isValidSegment(call.arguments[name])),
  )
  if (form === undefined) throw new Error(`No form of ${id} can carry its arguments.`)
  const path = form.path.replaceAll(/\{([A-Za-z]+)\}/g, (_, name: string) =>
    itemsOf(call.arguments[name]).map(encodeURIComponent).join(','),
  )
  const { parameters }: OperationDeclaration = OPERATIONS[id]
  const query = Object.entries(parameters)
    .filter(([name]) => !form.names.includes(name))
    .flatMap(([name, parameter]) => pairsOf(name, parameter, call.arguments[name]))
  return `/v1/${call.region}${path}${query.length === 0 ? '' : `?${query.join('&')}`}`
}

function byNameCount(forms: readonly string[]): readonly Form[] {
  return forms
    .map((path) => ({
      path,
      names: [...path.matchAll(/\{([A-Za-z]+)\}/g)].map(([, name = '']) => name),
    }))
    .sort((one, other) => other.names.length - one.names.length)
}

/**
 * Returns whether a value can be a path segment. An empty segment is invalid, and intermediaries
 * resolve `.` and `..` as dot segments, escaped or not.
 */
function isValidSegment(value: unknown): boolean {
  if (value === undefined) return false
  return !['', '.', '..'].includes(itemsOf(value).join(','))
}

function pairsOf(name: string, parameter: AnyParameter, value: unknown): readonly string[] {
  if (value === undefined || value === parameter.defaultValue) return []
  const queryName = encodeURIComponent(parameter.queryName ?? name)
  return itemsOf(value).map((item) => `${queryName}=${encodeURIComponent(item)}`)
}

function itemsOf(value: unknown): readonly string[] {
  return [value].flat().map(String)
}
