import type { OpenApiDocument } from '../../src/contract/openapi/document.ts'

/** One query parameter of a request, with a value of the demo. */
export interface CollectionParameter {
  readonly name: string
  readonly value: string
  readonly description: string
  /** Whether a request works without it: then it is there to be switched on. */
  readonly isOptional: boolean
}

/** One request of a collection. */
export interface CollectionRequest {
  /** The operationId. */
  readonly id: string
  readonly name: string
  readonly description: string
  /** The path, with the region as `{region}`. */
  readonly path: string
  readonly pathParameters: readonly CollectionParameter[]
  /** A list has one for each of its items. */
  readonly query: readonly CollectionParameter[]
}

/** The requests that stand together. */
export interface CollectionFolder {
  readonly name: string
  readonly description: string
  readonly requests: readonly CollectionRequest[]
}

/** What a collection is given, beside the key. The values of the demo are those of this region. */
export const COLLECTION_VARIABLES = { baseUrl: 'http://127.0.0.1:8787', region: 'jp' } as const

/** The name of the variable that holds the key. */
export const KEY_VARIABLE = 'developerKey'

/** What a collection says of itself. */
export const COLLECTION_WORDS =
  `Every operation of Backline, by query. Put your developer key into the variable \`${KEY_VARIABLE}\`, and the address of ` +
  'your server into `baseUrl`. The values are those of the demo in the region jp: in another region, or with real data, ' +
  'other ids exist. Parameters that may be left out are there, switched off.'

/** As much of the document as is read here. */
interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>
}

interface Operation {
  readonly operationId: string
  readonly tags: readonly [string]
  readonly summary: string
  readonly description: string
  readonly parameters: readonly (Parameter | { readonly $ref: string })[]
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description: string
  readonly example: string | number | readonly (string | number)[]
}

/** The first form of each operation in the document of the interface, by its tags. */
export function collectionFolders(document: OpenApiDocument): readonly CollectionFolder[] {
  const { tags, paths } = document as unknown as Document
  return tags.map(({ name, description }) => ({
    name,
    description,
    requests: Object.entries(paths)
      .filter(([, { get }]) => get.tags[0] === name && !get.operationId.includes('ByPath'))
      .map(([path, { get }]) => requestOf(path, get)),
  }))
}

function requestOf(path: string, operation: Operation): CollectionRequest {
  const parameters = operation.parameters.filter((one) => 'name' in one)
  const place = (where: Parameter['in']) =>
    parameters.filter((one) => one.in === where).flatMap(valuesOf)
  return {
    id: operation.operationId,
    name: operation.summary,
    description: operation.description,
    path,
    pathParameters: place('path'),
    query: place('query'),
  }
}

function valuesOf(parameter: Parameter): readonly CollectionParameter[] {
  const { name, description, required, example } = parameter
  return [example]
    .flat()
    .map((value) => ({ name, value: String(value), description, isOptional: !required }))
}
