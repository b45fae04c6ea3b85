import type { ApiDocument } from './api-document.ts'
import { ALL_GUIDES } from './guides.ts'
import { renderGuide } from './render-guide.ts'
import { renderLayout } from './render-layout.ts'
import { renderReference } from './render-reference.ts'
import { renderStart } from './render-start.ts'
import { writeLlmsText } from './write-llms-text.ts'

/** What the pages are made from. */
export interface PageSources {
  readonly api: ApiDocument
  /** The origin that clients see, for lines to paste. */
  readonly origin: string
  /** The text of a document, by its path from the root of the project. */
  readonly readDocument: (file: string) => string
  /** Styles and scripts, by their names, as browsers take them. */
  readonly assets: ReadonlyMap<string, string>
}

/** One thing that can be fetched. */
export interface Page {
  readonly contentType: string
  readonly body: string
}

/** Makes every page by its path: the guides (as Markdown too), the reference, the first page, and what they need. */
export function createPages({
  api,
  origin,
  readDocument,
  assets,
}: PageSources): ReadonlyMap<string, Page> {
  const pages = new Map<string, Page>()
  const addHtml = (path: string, body: string) =>
    pages.set(path, { contentType: 'text/html; charset=utf-8', body })
  for (const content of [renderStart(origin), renderReference(api)]) {
    addHtml(content.path, renderLayout(content))
  }
  for (const guide of ALL_GUIDES) {
    const markdown = readDocument(guide.file)
    const content = renderGuide(guide, markdown)
    addHtml(content.path, renderLayout(content))
    pages.set(`${content.path}.md`, { contentType: 'text/markdown; charset=utf-8', body: markdown })
  }
  pages.set('/llms.txt', { contentType: 'text/plain; charset=utf-8', body: writeLlmsText() })
  for (const [name, body] of assets) {
    pages.set(`/docs/assets/${name}`, { contentType: contentTypeOf(name), body })
  }
  return pages
}

function contentTypeOf(name: string): string {
  const types: Readonly<Record<string, string>> = {
    css: 'text/css; charset=utf-8',
    js: 'text/javascript; charset=utf-8',
    svg: 'image/svg+xml',
  }
  const type = types[name.slice(name.lastIndexOf('.') + 1)]
  if (type === undefined) throw new Error(`${name} is of no known type.`)
  return type
}
