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
 * Returns the document in a form that Prism 5.16.0 can run. It crashes on an array in a path
 * (`TypeError: value.split is not a function` in `deserializers/style/simple.js`), so such a list
 * becomes one text with escaped commas (`1%2C2`). Prism also accepts unknown query parameters and
 * cannot generate an image, which a proxy does not need.
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
