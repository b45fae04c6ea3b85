import type { RawValue } from './draw-values.ts'
import type { DocumentedOperation, DocumentedParameter } from './read-document.ts'

/** One encoded pair of a query. */
export type Pair = string

/** How texts are escaped: the usual way, or in other equivalent ways. */
export type Spelling = 'usual' | 'plus' | 'everything'

/** The parameter that every path of the interfaces for data has. */
export const REGION = 'region'

/** Writes the path of an operation with raw values by name. */
export function writePath(
  { path }: DocumentedOperation,
  values: ReadonlyMap<string, RawValue>,
  spelling: Spelling,
): string {
  return path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const inPath = spelling === 'plus' ? 'usual' : spelling
    return (values.get(name) ?? []).map((text) => escape(text, inPath)).join(',')
  })
}

/** Escapes the letters of a path that are not escaped already. */
export function escapeLetters(path: string): string {
  return path.replaceAll(/%[0-9A-Fa-f]{2}|[A-Za-z]/g, (found) =>
    found.length === 1 ? escape(found, 'everything') : found,
  )
}

/** Writes the pairs of a query: a list is its name repeated, or separated by commas. */
export function writePairs(
  { name, explode }: Pick<DocumentedParameter, 'name' | 'explode'>,
  value: RawValue,
  spelling: Spelling,
): readonly Pair[] {
  const texts = value.map((text) => escape(text, spelling))
  const written = explode === false && texts.length > 0 ? [texts.join(',')] : texts
  return written.map((text) => `${escape(name, spelling)}=${text}`)
}

function escape(text: string, spelling: Spelling): string {
  switch (spelling) {
    case 'usual':
      return encodeURIComponent(text)
    case 'plus':
      return encodeURIComponent(text).replaceAll('%20', '+')
    case 'everything':
      return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  }
}
