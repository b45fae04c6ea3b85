import { Marked, type Tokens } from 'marked'
import { escape, Html } from '../layout/html.ts'
import { DOWNLOADS } from './downloads.ts'
import {
  joinCodeTabs,
  parseCodeInfo,
  renderCode,
  renderCodeTabs,
  type CodeTabs,
} from './render-code.ts'
import { renderTable } from './render-table.ts'

/** A heading that links can target. */
export interface Heading {
  readonly level: number
  readonly id: string
  readonly text: string
}

/** A document as HTML. */
export interface RenderedMarkdown {
  readonly body: Html
  readonly headings: readonly Heading[]
}

/** Resolves a link of a document; `undefined` renders it as plain text. */
export type ResolveLink = (target: string) => string | undefined

/** The first cell of a row that describes a setting; the name is its id. */
export const SETTING = /^`(BACKLINE_[A-Z0-9_]+)`$/

/**
 * Renders Markdown of the project's documents: headings get the ids that repositories give them,
 * links are resolved, tables and code scroll, consecutive blocks such as `ts tab=TypeScript` become
 * one step in several languages, and HTML is escaped. `ids` are those of the headings in order, for
 * a document in another language than English; default: from the texts of the headings.
 */
export function renderMarkdown(
  markdown: string,
  resolve: ResolveLink,
  ids: readonly string[] = [],
): RenderedMarkdown {
  const headings: Heading[] = []
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const text = this.parser.parseInline(tokens, this.parser.textRenderer)
        const id = ids[headings.length] ?? headingId(text)
        headings.push({ level: depth, id, text })
        const inner = this.parser.parseInline(tokens)
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${inner}</a></h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link): string {
        const inner = this.parser.parseInline(tokens)
        const target = resolve(href)
        return target === undefined ? inner : `<a href="${escape(target)}">${inner}</a>`
      },
      image({ href, text }: Tokens.Image): string {
        const source = resolve(href)
        if (source === undefined) return escape(text)
        const [width, height] = DOWNLOADS[source]?.pixels ?? []
        const size = width === undefined ? '' : ` width="${width}" height="${height}"`
        return `<img src="${escape(source)}" alt="${escape(text)}"${size} loading="lazy">`
      },
      table(token: Tokens.Table): string {
        const cells = (row: readonly Tokens.TableCell[]) =>
          row.map((cell) => new Html(this.parser.parseInline(cell.tokens)))
        const settings = token.rows.map(([name]) => SETTING.exec(name?.text ?? '')?.[1])
        return renderTable(cells(token.header), token.rows.map(cells), (row) => settings[row]).text
      },
      code: ({ text, lang = '' }: Tokens.Code) =>
        renderCode({ code: text, ...parseCodeInfo(lang) }).text,
      html: showHtml,
    },
    extensions: [{ name: 'codeTabs', renderer: (token) => renderCodeTabs(token as CodeTabs).text }],
    hooks: { processAllTokens: joinCodeTabs },
  })
  return { body: new Html(marked.parse(markdown, { async: false })), headings }
}

// Reused, because creating a parser takes longer than parsing a line.
const LINES = new Marked({ gfm: true, renderer: { html: showHtml } })

/** Renders a text of one paragraph, without the paragraph element. Links stay unchanged. */
export function renderLine(markdown: string): Html {
  return new Html(LINES.parseInline(markdown, { async: false }))
}

/** Documents contain no HTML on purpose: escape it, and drop comments for tools. */
function showHtml({ text }: Tokens.HTML | Tokens.Tag): string {
  return text.startsWith('<!--') ? '' : escape(text)
}

/** Returns the id of a heading, as repositories generate it. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/&[a-z]+;|&#[0-9]+;/g, '')
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')
}
