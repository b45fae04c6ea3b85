/** A JSON Schema or another object of the document, untyped. */
export type Node = Readonly<Record<string, unknown>>

/**
 * The OpenAPI versions that are generated: 3.1 is complete; 3.0.3 serves code generators that
 * cannot read 3.1.
 */
export type OpenApiVersion = '3.1.1' | '3.0.3'

/** An OpenAPI document, typed as far as this code reads it. */
export interface OpenApiDocument extends Node {
  readonly openapi: OpenApiVersion
  readonly paths: Readonly<Record<string, Node>>
}

/** Returns a reference to a component of the document. */
export function reference(
  kind: 'schemas' | 'parameters' | 'headers' | 'responses' | 'examples',
  name: string,
): { readonly $ref: string } {
  return { $ref: `#/components/${kind}/${name}` }
}
