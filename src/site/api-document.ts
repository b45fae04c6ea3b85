/** The parts of an OpenAPI 3.1 document that the pages use. */
export interface ApiDocument {
  readonly info: { readonly version: string; readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, { readonly get: ApiOperation }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, ApiSchema>>
    readonly examples?: Readonly<Record<string, ApiExample>>
    readonly parameters: Readonly<Record<string, ApiParameter>>
    readonly responses?: Readonly<Record<string, ApiResponse>>
  }
}

/** One form of an operation. */
export interface ApiOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly parameters: readonly (ApiParameter | { readonly $ref: string })[]
  readonly responses: Readonly<Record<string, ApiResponse>>
  /** The scope that a key needs. */
  readonly 'x-required-scope'?: string
}

/** A parameter of a form. */
export interface ApiParameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: boolean
  readonly description: string
  readonly schema: ApiSchema
  readonly example?: string | number | readonly (string | number)[]
}

/** A response, or a reference to one. */
export interface ApiResponse {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Readonly<
    Record<
      string,
      {
        readonly schema?: ApiSchema
        readonly example?: unknown
        readonly examples?: Readonly<Record<string, ApiExample>>
      }
    >
  >
}

/** An example, or a reference to one. */
export interface ApiExample {
  readonly $ref?: string
  readonly summary?: string
  readonly value?: unknown
}

/** The parts of a schema that the pages show. */
export interface ApiSchema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly string[]
  readonly anyOf?: readonly ApiSchema[]
  readonly items?: ApiSchema
  readonly properties?: Readonly<Record<string, ApiSchema>>
  readonly additionalProperties?: ApiSchema | boolean
  readonly description?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
}

/** Returns the parameter, resolving a reference. Throws if the document lacks it. */
export function parameterOf(
  document: ApiDocument,
  parameter: ApiParameter | { readonly $ref: string },
): ApiParameter {
  if (!('$ref' in parameter)) return parameter
  const found = document.components.parameters[lastOf(parameter.$ref)]
  if (found === undefined) throw new Error(`${parameter.$ref} is not in the document.`)
  return found
}

/** Returns the last segment of a reference: a name. */
export function lastOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}
