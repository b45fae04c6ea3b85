import type { ApiDocument } from './api-document.ts'
import { DOWNLOADS } from './downloads.ts'
import { ALL_GUIDES } from './guides.ts'
import { keyedReference, publicReference } from './references.ts'
import { renderGuide } from './render-guide.ts'
import { renderLayout, type PageContent } from './render-layout.ts'
import { renderReference } from './render-reference.ts'
import { renderStart } from './render-start.ts'
import { writeLlmsText } from './write-llms-text.ts'

/** What the pages are made from. */
export interface PageSources {
  readonly api: () => ApiDocument
  readonly publicApi: () => ApiDocument
  /** The origin that clients see, for lines to paste. */
  readonly origin: string
  /** Where the portal is; `undefined` where readers are not to be led to one. */
  readonly portal: string | undefined
  /** The text of a document, by its path from the root of the project. */
  readonly readDocument: (file: string) => string
  /** Styles and scripts, by their names, as browsers take them, and the document that each one is. */
  readonly assets: Readonly<Record<string, string>>
}

/** One thing that can be fetched. */
export interface Page {
  readonly contentType: string
  readonly body: () => string
}

const HTML = 'text/html; charset=utf-8'

/** What makes every page, by its path: the guides (as Markdown too), the reference, the first page, what they need, and what can be taken. */
export function createPages({
  api,
  publicApi,
  origin,
  portal,
  readDocument,
  assets,
}: PageSources): ReadonlyMap<string, Page> {
  const pages = new Map<string, Page>()
  const add = (path: string, contentType: string, body: () => string) =>
    pages.set(path, { contentType, body })
  const write = (page: PageContent) => renderLayout(page, portal)
  add('/docs', HTML, () => write(renderStart(origin, portal)))
  const references = {
    '/docs/reference': [keyedReference, api],
    '/docs/public-reference': [publicReference, publicApi],
  } as const
  for (const [path, [sourceOf, read]] of Object.entries(references)) {
    add(path, HTML, () => write(renderReference(sourceOf(read()))))
  }
  for (const guide of ALL_GUIDES) {
    const path = `/docs/${guide.slug}`
    const markdown = () => readDocument(guide.file)
    add(path, HTML, () => write(renderGuide(guide, markdown())))
    add(`${path}.md`, 'text/markdown; charset=utf-8', markdown)
  }
  for (const [path, { file, contentType }] of Object.entries(DOWNLOADS)) {
    add(path, contentType, () => readDocument(file))
  }
  add('/llms.txt', 'text/plain; charset=utf-8', writeLlmsText)
  for (const [name, file] of Object.entries(assets)) {
    add(`/docs/assets/${name}`, contentTypeOf(name), () => readDocument(file))
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
