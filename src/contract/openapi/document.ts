/** A JSON Schema or another object of the document, as far as its maker has no use for its exact type. */
export type Node = Readonly<Record<string, unknown>>

/**
 * The two versions of OpenAPI that documents are made in: 3.1 says all; 3.0.3 is for the generators that read no
 * other.
 */
export type OpenApiVersion = '3.1.1' | '3.0.3'

/** An OpenAPI document, as far as anyone of ours reads one. */
export interface OpenApiDocument extends Node {
  readonly openapi: OpenApiVersion
  readonly paths: Readonly<Record<string, Node>>
}

/** A reference to one of the document's components. */
export function reference(
  kind: 'schemas' | 'parameters' | 'headers' | 'responses' | 'examples',
  name: string,
): { readonly $ref: string } {
  return { $ref: `#/components/${kind}/${name}` }
}
