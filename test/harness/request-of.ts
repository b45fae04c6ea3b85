import { OPERATIONS, type OperationId } from '../../src/contract/operations.ts'
import type { AnyParameter } from '../../src/contract/parameter.ts'
import type { RawParameters } from '../../src/gateways/embedded/demo/demo-example.ts'
import { OPEN_PREFIX } from '../../src/contract/open-prefix.ts'

/** One form of one operation. */
export interface Form {
  readonly operation: OperationId
  readonly path: string
}

/** Every form of the table. */
export const FORMS: readonly Form[] = Object.entries(OPERATIONS).flatMap(([operation, { forms }]) =>
  forms.map((path: string) => ({ operation: operation as OperationId, path })),
)

/** The parameters of an operation by name. */
export function parametersOf(operation: OperationId): Readonly<Record<string, AnyParameter>> {
  return OPERATIONS[operation].parameters
}

/** Whether a form takes a parameter from its path. */
export function isInPath({ path }: Form, name: string): boolean {
  return path.includes(`{${name}}`)
}

/** The name that a form takes a parameter under. */
export function wireName(form: Form, name: string): string {
  return isInPath(form, name) ? name : (parametersOf(form.operation)[name]?.queryName ?? name)
}

/** Writes the request target of a form with raw parameters; `extra` goes to the end of the query as it is. */
export function targetOf(form: Form, region: string, raw: RawParameters, extra = ''): string {
  return `${OPEN_PREFIX}${region}${formTarget(form, raw, extra)}`
}

/** The same without what stands before the form, for other interfaces that have the same forms. */
export function formTarget(form: Form, raw: RawParameters, extra = ''): string {
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
