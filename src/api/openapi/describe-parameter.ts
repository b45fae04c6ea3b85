import type { AnyParameter } from '../parameter.ts'
import type { Node } from './document.ts'
import { describeKind, parameterSchema } from './parameter-schema.ts'

/** The raw value of a parameter; a list is an array of texts. */
export type ExampleValue = string | readonly string[]

/** The location of a parameter, its description and its example. */
export interface ParameterContext {
  readonly isInPath: boolean
  readonly description: string
  readonly example: ExampleValue
}

/** Returns the parameter object of one parameter in one form. */
export function describeParameter(
  name: string,
  parameter: AnyParameter,
  { isInPath, description, example: raw }: ParameterContext,
): Node {
  const { kind, optional, defaultValue, queryName = name } = parameter
  const schema = {
    ...parameterSchema(kind, { isInPath, optional }),
    ...(!isInPath && defaultValue !== undefined && { default: defaultText(kind, defaultValue) }),
  }
  const isNumber = ['rank', 'page', 'whole'].includes(
    kind.kind === 'list' ? kind.item.kind : kind.kind,
  )
  const example =
    typeof raw === 'string' ? (isNumber ? Number(raw) : raw) : isNumber ? raw.map(Number) : raw
  return {
    name: isInPath ? name : queryName,
    in: isInPath ? 'path' : 'query',
    required: isInPath || !optional,
    description: `${description} ${describeKind(kind, isInPath)}`,
    // An empty optional parameter counts as absent.
    ...(optional && !isInPath && { allowEmptyValue: true }),
    ...(kind.kind === 'list' &&
      (isInPath ? { style: 'simple', explode: false } : { style: 'form', explode: !kind.commas })),
    schema,
    example,
  }
}

/** Returns the default as clients write it. A time is a number internally and text in a query. */
function defaultText({ kind }: AnyParameter['kind'], value: unknown): unknown {
  return kind === 'time' ? String(value) : value
}
