import type { OperationDeclaration } from '../../contract/operation.ts'
import { OPERATIONS, type OperationId } from '../../contract/operations.ts'
import type { AnyParameter } from '../../contract/parameter.ts'
import type { GatewayCall } from '../../domain/gateway.ts'

/** A form with the names it takes from the path. */
interface Form {
  readonly path: string
  readonly names: readonly string[]
}

const FORMS = Object.fromEntries(
  Object.entries(OPERATIONS).map(([id, { forms }]) => [id, mostNamesFirst(forms)]),
) as unknown as Readonly<Record<OperationId, readonly Form[]>>

/**
 * Writes path and query of a call as the gateway protocol has them: `/v1/{region}`, then the form with the most
 * parameters that the call has a value for; what is left and is not the default goes to the query. Read by the rules
 * of the keyed interface it means the same call again.
 */
export function writeTarget(call: GatewayCall): string {
  const id = call.operation as OperationId
  const form = FORMS[id].find(({ names }) =>
    names.every((name) => canStandInPath(call.arguments[name])),
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

function mostNamesFirst(forms: readonly string[]): readonly Form[] {
  return forms
    .map((path) => ({
      path,
      names: [...path.matchAll(/\{([A-Za-z]+)\}/g)].map(([, name = '']) => name),
    }))
    .sort((one, other) => other.names.length - one.names.length)
}

/**
 * Whether a value can be a segment of a path: an empty segment is none, and `.` and `..` are taken for steps by whatever
 * stands between, escaped or not.
 */
function canStandInPath(value: unknown): boolean {
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
