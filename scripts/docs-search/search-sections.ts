import { Marked, type Token, type Tokens } from 'marked'
import { OPERATIONS } from '../../src/game/operations.ts'
import type { OperationSpec } from '../../src/api/operation.ts'
import { DEVELOPER_OPERATIONS } from '../../src/keyed/developer/developer-operations.ts'
import { DEVELOPER_PREFIX } from '../../src/keyed/developer/developer-prefix.ts'
import { KEYED_PREFIX } from '../../src/game/api-prefix.ts'
import { PUBLIC_OPERATIONS } from '../../src/history/api/public-operations.ts'
import { PUBLIC_PREFIX } from '../../src/history/api/public-prefix.ts'
import { parameterOf, type ApiDocument } from '../../src/site/api-document.ts'
import type { Language } from '../../src/platform/language.ts'
import { ALL_GUIDES, TRANSLATED_GUIDES, type Guide } from '../../src/site/docs/guides.ts'
import { headingId, renderMarkdown, SETTING } from '../../src/site/docs/render-markdown.ts'

/** A part of the documentation that a search can find. */
export interface SearchSection {
  /** Address: path and fragment. */
  readonly href: string
  readonly title: string
  /** The page that contains it. */
  readonly page: string
  /** Names to find it by besides its title: operation, parameters, paths. */
  readonly names: string
  readonly text: string
}

/** What the sections are collected from. */
export interface SearchSources {
  /** Returns the text of a document, by its path from the project root. */
  readonly readDocument: (file: string) => string
  readonly api: ApiDocument
  readonly publicApi: ApiDocument
  readonly developerApi: ApiDocument
}

/** Pages that are not guides. */
const OTHER_PAGES: readonly SearchSection[] = [
  {
    href: '/docs',
    title: 'Start here',
    page: 'Start here',
    names: 'begin overview',
    text: 'What Backline offers, and a first request to copy.',
  },
  {
    href: '/docs/reference',
    title: 'Reference',
    page: 'Reference',
    names: 'OpenAPI operations',
    text: 'Every operation of the API, with its parameters, responses, and a form to try it.',
  },
  {
    href: '/docs/public-reference',
    title: 'Public reference',
    page: 'Public reference',
    names: 'OpenAPI operations',
    text: 'Snapshots and history without a key: every operation, with a form to try it.',
  },
]

const MARKED = new Marked({ gfm: true })

/** An item that names the test of a promise. */
const TEST = /^\[`[\w/.-]+\.test\.ts`\]|^\[`test\//

/** A name as code. */
const NAME = /^`([\w.-]+)`$/

/** The guide whose text is not indexed: it describes changes, not the present state. */
const CHANGELOG = 'CHANGELOG.md'

/**
 * Returns all sections of the guides, each setting as a section of its own, and each operation.
 * Throws if an operation is not in its document.
 */
export function listSearchSections({
  readDocument,
  api,
  publicApi,
  developerApi,
}: SearchSources): readonly SearchSection[] {
  return [
    ...OTHER_PAGES,
    ...ALL_GUIDES.flatMap((guide) => sectionsOf(guide, readDocument(guide.file))),
    ...operationsOf('/docs/reference', 'Reference', `${KEYED_PREFIX}{region}`, OPERATIONS, api),
    ...operationsOf(
      '/docs/public-reference',
      'Public reference',
      `${PUBLIC_PREFIX}{region}`,
      PUBLIC_OPERATIONS,
      publicApi,
    ),
    ...operationsOf(
      '/docs/developer-reference',
      'Reference of your limits',
      DEVELOPER_PREFIX,
      DEVELOPER_OPERATIONS,
      developerApi,
    ),
  ]
}

/** Returns all sections of the guides in another language than English. */
export function listTranslatedSections(
  language: Language,
  readDocument: SearchSources['readDocument'],
): readonly SearchSection[] {
  return TRANSLATED_GUIDES.filter((guide) => guide.language === language).flatMap((guide) => {
    const markdown = readDocument(guide.file)
    const { headings } = renderMarkdown(readDocument(guide.original.file), () => undefined)
    const name = /^# (.+)$/m.exec(markdown)?.[1] ?? guide.name
    return sectionsOf(
      { ...guide, name },
      markdown,
      headings.map(({ id }) => id),
    )
  })
}

/**
 * Returns the sections of a guide, without the links at its end. `ids` are those of the headings in
 * order; default: from their texts.
 */
function sectionsOf(
  { slug, name, file }: Guide,
  markdown: string,
  ids: readonly string[] = [],
): readonly SearchSection[] {
  const path = `/docs/${slug}`
  const sections: SearchSection[] = []
  const texts: string[] = []
  const names: string[] = []
  let headings = 0
  let heading: Pick<SearchSection, 'href' | 'title'> = { href: path, title: name }
  const endSection = () => {
    const text = file === CHANGELOG ? '' : texts.splice(0).join(' ')
    sections.push({ ...heading, page: name, names: names.splice(0).join(' '), text })
  }
  for (const token of MARKED.lexer(markdown)) {
    if (token.type === 'heading') {
      const { depth, tokens } = token as Tokens.Heading
      const id = ids[headings++]
      if (depth === 1) continue
      endSection()
      const title = textOf(tokens)
      heading = { href: `${path}#${id ?? headingId(title)}`, title }
    } else if (isSettingsTable(token)) {
      sections.push(...settingsOf(path, name, token))
    } else {
      names.push(...namesOf(token))
      texts.push(textOf([token]))
    }
  }
  endSection()
  return sections.filter(
    ({ href, text }) => href === path || (text !== '' && href !== `${path}#next`),
  )
}

function isSettingsTable(token: Token): token is Tokens.Table {
  return token.type === 'table' && SETTING.test((token as Tokens.Table).rows[0]?.[0]?.text ?? '')
}

/** Returns the names that a table describes: its first cells, if they are code. */
function namesOf(token: Token): readonly string[] {
  if (token.type !== 'table') return []
  return (token as Tokens.Table).rows.flatMap(([first]) => {
    const names = (first?.text ?? '').split(', ').map((cell) => NAME.exec(cell)?.[1])
    return names.every((name) => name !== undefined) ? names : []
  })
}

function settingsOf(path: string, page: string, { rows }: Tokens.Table): readonly SearchSection[] {
  return rows.map((cells) => {
    const [name = '', ...others] = cells.map(({ tokens }) => textOf(tokens))
    return { href: `${path}#${name}`, title: name, page, names: '', text: others.join(' ') }
  })
}

/** Returns the text of a part of a document, without markup and without the code of examples. */
function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'code' || token.type === 'html' || token.type === 'space') return ''
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table
        return [header, ...rows]
          .flat()
          .map((cell) => textOf(cell.tokens))
          .join(' ')
      }
      if (token.type === 'list') {
        const { items } = token as Tokens.List
        return textOf(items.filter(({ text }) => !TEST.test(text)))
      }
      const { tokens: inner, text = '' } = token as Tokens.Generic
      const separator = token.type === 'list_item' ? ' ' : ''
      return separator + (inner === undefined ? String(text) : textOf(inner))
    })
    .join('')
    .replaceAll(/\s+/g, ' ')
}

function operationsOf(
  path: string,
  page: string,
  prefix: string,
  operations: Readonly<Record<string, OperationSpec>>,
  document: ApiDocument,
): readonly SearchSection[] {
  return Object.entries(operations).flatMap(([id, { forms }]) => {
    const described = forms.flatMap((form) => document.paths[prefix + form]?.get ?? [])
    const [first] = described
    // A new operation: `npm run generate` builds the pages before it writes the document.
    if (first === undefined) return []
    const parameters = described.flatMap((one) =>
      one.parameters.map((parameter) => parameterOf(document, parameter)),
    )
    const unique = [...new Map(parameters.map((parameter) => [parameter.name, parameter])).values()]
    return {
      href: `${path}/${id}`,
      title: first.summary,
      page,
      names: [id, first.operationId, ...unique.map(({ name }) => name), ...forms].join(' '),
      text: [first.description, ...unique.map(({ description }) => description)].join(' '),
    }
  })
}
