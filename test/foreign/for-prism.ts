interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: { readonly type?: string }
  readonly example: unknown
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly get: { parameters: Parameter[] } }>>
}

/**
 * The document that Prism 5.16.0 can be run with. Its process ends when an array stands in a path
 * (`TypeError: value.split is not a function` in `deserializers/style/simple.js`), so there a list is one text with
 * escaped commas (`1%2C2`). Nothing else has to be changed. It also lets unknown query parameters through, and cannot make up
 * an image; as a proxy it does not have to.
 */
export function documentForPrism(document: object): object {
  const derived = structuredClone(document) as Document
  for (const { get } of Object.values(derived.paths)) {
    get.parameters = get.parameters.map((parameter) =>
      parameter.in === 'path' && parameter.schema?.type === 'array'
        ? {
            ...parameter,
            schema: { type: 'string', pattern: '^-?[0-9]+(,-?[0-9]+)*$' },
            example: [parameter.example].flat().join(','),
          }
        : parameter,
    )
  }
  return derived
}
