import { OPERATIONS, type OperationId } from '../../src/game/operations.ts'
import type { AnyParameter } from '../../src/api/parameter.ts'
import { PUBLIC_PREFIX } from '../../src/history/api/public-prefix.ts'
import {
  PUBLIC_OPERATION_IDS,
  PUBLIC_OPERATIONS,
  type PublicOperationId,
} from '../../src/history/api/public-operations.ts'
import type { RawParameters } from '../../src/demo/demo-example.ts'
import { KEYED_PREFIX } from '../../src/game/api-prefix.ts'

/** The operations of both interfaces. */
const ALL_OPERATIONS = { ...OPERATIONS, ...PUBLIC_OPERATIONS }

/** One form of an operation, by default of the keyed interface. */
export interface Form<Id extends keyof typeof ALL_OPERATIONS = OperationId> {
  readonly operation: Id
  readonly path: string
}

/** A form of either interface. */
type AnyForm = Form<keyof typeof ALL_OPERATIONS>

/** All forms of the keyed interface. */
export const FORMS: readonly Form[] = Object.entries(OPERATIONS).flatMap(([operation, { forms }]) =>
  forms.map((path: string) => ({ operation: operation as OperationId, path })),
)

/** All forms of the public interface. */
export const PUBLIC_FORMS: readonly Form<PublicOperationId>[] = PUBLIC_OPERATION_IDS.flatMap(
  (operation) => PUBLIC_OPERATIONS[operation].forms.map((path) => ({ operation, path })),
)

/** Returns the parameters of an operation by name. */
export function parametersOf(
  operation: keyof typeof ALL_OPERATIONS,
): Readonly<Record<string, AnyParameter>> {
  return ALL_OPERATIONS[operation].parameters
}

/** Returns whether a form has a parameter in its path. */
export function isInPath({ path }: AnyForm, name: string): boolean {
  return path.includes(`{${name}}`)
}

/** Returns the name of a parameter in a form. */
export function wireName(form: AnyForm, name: string): string {
  return isInPath(form, name) ? name : (parametersOf(form.operation)[name]?.queryName ?? name)
}

/** Returns the request target of a form with raw parameters; appends `extra` to the query. */
export function targetOf(form: Form, region: string, raw: RawParameters, extra = ''): string {
  return `${KEYED_PREFIX}${region}${formTarget(form, raw, extra)}`
}

/** Returns the request target of a public form. */
export function publicTargetOf(
  form: Form<PublicOperationId>,
  region: string,
  raw: RawParameters,
  extra = '',
): string {
  return `${PUBLIC_PREFIX}${region}${formTarget(form, raw, extra)}`
}

/** Returns the target without the prefix, for interfaces with the same forms. */
export function formTarget(form: AnyForm, raw: RawParameters, extra = ''): string {
  const path = form.path.replaceAll(/\{([A-Za-z]+)\}/g, (_, name: string) =>
    [raw[name] ?? ''].flat().map(encodeURIComponent).join(','),
  )
  const pairs = Object.entries(raw)
    .filter(([name]) => !isInPath(form, name))
    .flatMap(([name, value]) =>
      [value]
        .flat()
        .map((text) => `${encodeURIComponent(wireName(form, name))}=${encodeURIComponent(text)}`),
    )
  const query = [...pairs, ...(extra === '' ? [] : [extra])].join('&')
  return `${path}${query === '' ? '' : `?${query}`}`
}
