/** The part of JSON Schema that parameters use. */
export interface ValueSchema {
  readonly type?: 'string' | 'integer' | 'array'
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly string[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly anyOf?: readonly ValueSchema[]
  readonly items?: ValueSchema
  readonly minItems?: number
  readonly maxItems?: number
}

/** One parameter of the document. */
export interface DocumentedParameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  /** Whether an empty value counts as absent. */
  readonly allowEmptyValue?: boolean
  /** For a list in a query: `false` if commas separate its items, instead of repeated names. */
  readonly explode?: boolean
  readonly schema: ValueSchema
  readonly example: unknown
}

/** One response of the document. */
export interface DocumentedAnswer {
  readonly headers: readonly {
    readonly name: string
    readonly required: boolean
    readonly schema: object
  }[]
  /** The schema of the body by media type. */
  readonly content: Readonly<Record<string, object>>
}

/** The two parameters that bound a window of ranks, and its maximum width. */
export interface DocumentedWindow {
  readonly start: string
  readonly end: string
  readonly maxRanks: number
}

/** One operation of the document. */
export interface DocumentedOperation {
  readonly id: string
  /** The path with names in braces. */
  readonly path: string
  readonly parameters: readonly DocumentedParameter[]
  readonly answers: Readonly<Record<string, DocumentedAnswer>>
  readonly scope: string | undefined
  /** Whether it needs a key. */
  readonly keyed: boolean
  readonly window: DocumentedWindow | undefined
  /** The names of two time parameters, the first of which must be before the second. */
  readonly range: { readonly from: string; readonly until: string } | undefined
}

/** A parsed OpenAPI document. */
export type Document = Readonly<Record<string, unknown>>

/**
 * Reads the operations of a document, with every reference resolved. The fuzzer knows nothing else
 * about the service. Does not support what our documents do not use: other methods, request bodies,
 * cookies.
 */
export function readDocument(document: Document): readonly DocumentedOperation[] {
  const resolve = (node: unknown): Document => {
    const { $ref } = node as { $ref?: string }
    if ($ref === undefined) return node as Document
    const names = $ref.slice(2).split('/')
    return resolve(names.reduce<unknown>((found, name) => (found as Document)[name], document))
  }
  return Object.entries(document['paths'] as Document).map(([path, item]) => {
    const operation = (item as { get: Document }).get
    return {
      id: String(operation['operationId']),
      path,
      parameters: (operation['parameters'] as unknown[]).map(
        (node) => resolve(node) as unknown as DocumentedParameter,
      ),
      answers: Object.fromEntries(
        Object.entries(operation['responses'] as Document).map(([status, node]) => [
          status,
          readAnswer(resolve(node), resolve),
        ]),
      ),
      scope: operation['x-required-scope'] as string | undefined,
      keyed: (operation['security'] as unknown[]).length > 0,
      range: operation['x-time-range'] as DocumentedOperation['range'],
      window: operation['x-rank-window'] as DocumentedWindow | undefined,
    }
  })
}

function readAnswer(answer: Document, resolve: (node: unknown) => Document): DocumentedAnswer {
  return {
    headers: Object.entries((answer['headers'] ?? {}) as Document).map(([name, node]) => {
      const { required = false, schema = {} } = resolve(node)
      return { name: name.toLowerCase(), required: required === true, schema: schema as object }
    }),
    content: Object.fromEntries(
      Object.entries((answer['content'] ?? {}) as Document).map(([type, media]) => [
        type,
        (media as { schema?: object }).schema ?? {},
      ]),
    ),
  }
}
