import { Marked, type Tokens } from 'marked'
import { parseCodeInfo } from '../../src/site/docs/render-code.ts'

/** A block that a reader runs, saves, or compares with what they see. */
export type Step =
  | { readonly kind: 'run'; readonly code: string; readonly isEndless: boolean }
  | { readonly kind: 'save'; readonly file: string; readonly code: string }
  | { readonly kind: 'output'; readonly language: string; readonly code: string }

const MARKED = new Marked({ gfm: true })

/** What a page says for the tab `undefined` if it has none. */
const NO_TAB = [undefined] as const

/**
 * Returns the steps of a page for each of its tabs, in order; a page without tabs has one list. A
 * step without a tab belongs to all. Blocks that are none of the three kinds are left out.
 */
export function stepsByTab(markdown: string): ReadonlyMap<string | undefined, readonly Step[]> {
  const blocks = MARKED.lexer(markdown)
    .filter((token): token is Tokens.Code => token.type === 'code')
    .map(({ lang = '', text }) => ({ ...parseCodeInfo(lang), lang, text }))
  const names = new Set(blocks.flatMap(({ tab }) => tab ?? []))
  return new Map(
    (names.size === 0 ? NO_TAB : [...names]).map((name) => [
      name,
      blocks.flatMap(({ tab, lang, ...block }) =>
        tab === undefined || tab === name ? stepOf({ lang, ...block }) : [],
      ),
    ]),
  )
}

function stepOf({
  lang,
  file,
  isOutput,
  text,
}: {
  lang: string
  file: string | undefined
  isOutput: boolean
  text: string
}): readonly Step[] {
  const [language = '', ...words] = lang.split(' ')
  if (isOutput) return [{ kind: 'output', language, code: text }]
  if (file !== undefined) return [{ kind: 'save', file, code: text }]
  if (language !== 'sh') return []
  return [{ kind: 'run', code: text, isEndless: words.includes('endless') }]
}
