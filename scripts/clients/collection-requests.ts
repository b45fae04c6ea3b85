import type { OpenApiDocument } from '../../src/api/openapi/document.ts'

/** One parameter of a request, with a value of the demo. */
export interface CollectionParameter {
  readonly name: string
  readonly value: string
  readonly description: string
  /** Whether the request works without it; it is then included but disabled. */
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
  /** One entry for each item of a list. */
  readonly query: readonly CollectionParameter[]
}

/** A folder of requests. */
export interface CollectionFolder {
  readonly name: string
  readonly description: string
  readonly requests: readonly CollectionRequest[]
}

/** The variables of a collection besides the key. The demo values belong to this region. */
export const COLLECTION_VARIABLES = { baseUrl: 'http://127.0.0.1:8787', region: 'jp' } as const

/** The name of the variable that holds the key. */
export const KEY_VARIABLE = 'developerKey'

/** The description of a collection. */
export const COLLECTION_DESCRIPTION =
  `Every operation of Backline, in its query form. Set the variable \`${KEY_VARIABLE}\` to your developer key and ` +
  '`baseUrl` to the address of your server. The example values are from the demo in region jp; other regions and real ' +
  'data have other ids. Optional parameters are included but disabled.'

/** The parts of the document that are used here. */
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

/** Returns the first form of each operation in the OpenAPI document, grouped by tag. */
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
  const parametersIn = (where: Parameter['in']) =>
    parameters.filter((one) => one.in === where).flatMap(valuesOf)
  return {
    id: operation.operationId,
    name: operation.summary,
    description: operation.description,
    path,
    pathParameters: parametersIn('path'),
    query: parametersIn('query'),
  }
}

function valuesOf(parameter: Parameter): readonly CollectionParameter[] {
  const { name, description, required, example } = parameter
  return [example]
    .flat()
    .map((value) => ({ name, value: String(value), description, isOptional: !required }))
}
