import { OPERATIONS, type OperationId } from '../../src/contract/operations.ts'
import type { AnyParameter } from '../../src/contract/parameter.ts'
import { PUBLIC_PREFIX } from '../../src/contract/public/public-prefix.ts'
import {
  PUBLIC_OPERATION_IDS,
  PUBLIC_OPERATIONS,
  type PublicOperationId,
} from '../../src/contract/public/public-operations.ts'
import type { RawParameters } from '../../src/gateways/embedded/demo/demo-example.ts'
import { OPEN_PREFIX } from '../../src/contract/open-prefix.ts'

/** The operations of both interfaces. */
const ALL_OPERATIONS = { ...OPERATIONS, ...PUBLIC_OPERATIONS }

/** One form of one operation, of the keyed interface unless told. */
export interface Form<Id extends keyof typeof ALL_OPERATIONS = OperationId> {
  readonly operation: Id
  readonly path: string
}

/** Any form of either interface. */
type AnyForm = Form<keyof typeof ALL_OPERATIONS>

/** Every form of the table. */
export const FORMS: readonly Form[] = Object.entries(OPERATIONS).flatMap(([operation, { forms }]) =>
  forms.map((path: string) => ({ operation: operation as OperationId, path })),
)

/** Every form of the public table. */
export const PUBLIC_FORMS: readonly Form<PublicOperationId>[] = PUBLIC_OPERATION_IDS.flatMap(
  (operation) => PUBLIC_OPERATIONS[operation].forms.map((path) => ({ operation, path })),
)

/** The parameters of an operation by name. */
export function parametersOf(
  operation: keyof typeof ALL_OPERATIONS,
): Readonly<Record<string, AnyParameter>> {
  return ALL_OPERATIONS[operation].parameters
}

/** Whether a form takes a parameter from its path. */
export function isInPath({ path }: AnyForm, name: string): boolean {
  return path.includes(`{${name}}`)
}

/** The name that a form takes a parameter under. */
export function wireName(form: AnyForm, name: string): string {
  return isInPath(form, name) ? name : (parametersOf(form.operation)[name]?.queryName ?? name)
}

/** Writes the request target of a form with raw parameters; `extra` goes to the end of the query as it is. */
export function targetOf(form: Form, region: string, raw: RawParameters, extra = ''): string {
  return `${OPEN_PREFIX}${region}${formTarget(form, raw, extra)}`
}

/** The same of a form of the public interface. */
export function publicTargetOf(
  form: Form<PublicOperationId>,
  region: string,
  raw: RawParameters,
  extra = '',
): string {
  return `${PUBLIC_PREFIX}${region}${formTarget(form, raw, extra)}`
}

/** The same without what stands before the form, for other interfaces that have the same forms. */
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
