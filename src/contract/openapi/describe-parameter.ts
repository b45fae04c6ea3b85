import type { AnyParameter } from '../parameter.ts'
import type { Node } from './document.ts'
import { kindWords, parameterSchema } from './parameter-schema.ts'

/** The raw text of a parameter; a list is an array of texts. */
export type ExampleValue = string | readonly string[]

/** Where a parameter stands, and what is said of it. */
export interface ParameterPlace {
  readonly isInPath: boolean
  readonly words: string
  readonly example: ExampleValue
}

/** Describes one parameter of one form. */
export function describeParameter(
  name: string,
  parameter: AnyParameter,
  { isInPath, words, example: raw }: ParameterPlace,
): Node {
  const { optional, defaultValue, queryName = name } = parameter
  const kind = isInPath ? parameter.kind : (parameter.queryKind ?? parameter.kind)
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
    description: `${words} ${kindWords(kind, isInPath)}`,
    ...(kind.kind === 'list' &&
      (isInPath ? { style: 'simple', explode: false } : { style: 'form', explode: true })),
    schema,
    example,
  }
}

/** A time is a number to us and text to a client. */
function defaultText({ kind }: AnyParameter['kind'], value: unknown): unknown {
  return kind === 'time' ? String(value) : value
}
