import { OPERATION_IDS } from '../game/operations.ts'
import { PUBLIC_OPERATION_IDS } from '../history/api/public-operations.ts'
import type { ApiDocument } from './api-document.ts'
import { CHECKSUMS_PATH, DOWNLOADS, listChecksums } from './docs/downloads.ts'
import { ALL_GUIDES } from './docs/guides.ts'
import { keyedReference, publicReference } from './docs/references.ts'
import { renderGuide } from './docs/render-guide.ts'
import { renderLayout, type PageContent } from './render-layout.ts'
import { renderOperationPage, renderReference } from './docs/render-reference.ts'
import { renderStart } from './docs/render-start.ts'
import { writeLlmsText } from './docs/llms-text.ts'

/** The sources of the pages. */
export interface PageSources {
  readonly api: () => ApiDocument
  readonly publicApi: () => ApiDocument
  /** The public origin, for commands to copy. */
  readonly origin: string
  /** URL of the portal; `undefined` if pages must not link to it. */
  readonly portal: string | undefined
  /** Returns the text of a document, by its path from the project root. */
  readonly readDocument: (file: string) => string
  /** Returns the bytes of a file, by its path from the project root. */
  readonly readFile: (file: string) => Uint8Array
  /** Style sheets, scripts and fonts by the file name that browsers request. */
  readonly assets: Readonly<Record<string, string>>
}

/** A served file. */
export interface Page {
  readonly contentType: string
  readonly body: () => string | Uint8Array
  /** The new path of a page that has moved. */
  readonly movedTo?: string
}

const HTML = 'text/html; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'

/**
 * Creates all pages by path: guides (also as Markdown, with redirects from former paths),
 * references, a page per operation, the start page, their assets, and downloads.
 */
export function createPages({
  api,
  publicApi,
  origin,
  portal,
  readDocument,
  readFile,
  assets,
}: PageSources): ReadonlyMap<string, Page> {
  const pages = new Map<string, Page>()
  const add = (path: string, contentType: string, body: () => string | Uint8Array) =>
    pages.set(path, { contentType, body })
  const addRedirect = (path: string, movedTo: string) =>
    pages.set(path, { contentType: TEXT, body: () => `Moved to ${movedTo}.\n`, movedTo })
  const write = (page: PageContent) => renderLayout(page, portal)
  add('/docs', HTML, () => write(renderStart(origin, portal)))
  const references = [
    ['/docs/reference', keyedReference, api, OPERATION_IDS],
    ['/docs/public-reference', publicReference, publicApi, PUBLIC_OPERATION_IDS],
  ] as const
  for (const [path, sourceOf, read, ids] of references) {
    add(path, HTML, () => write(renderReference(sourceOf(read()))))
    for (const id of ids) {
      add(`${path}/${id}`, HTML, () => write(renderOperationPage(sourceOf(read()), id)))
    }
  }
  for (const guide of ALL_GUIDES) {
    const path = `/docs/${guide.slug}`
    const markdown = () => withOrigin(readDocument(guide.file), origin)
    add(path, HTML, () => write(renderGuide(guide, markdown())))
    add(`${path}.md`, 'text/markdown; charset=utf-8', markdown)
    if (guide.formerSlug === undefined) continue
    for (const end of ['', '.md']) addRedirect(`/docs/${guide.formerSlug}${end}`, `${path}${end}`)
  }
  for (const [path, { file, contentType }] of Object.entries(DOWNLOADS)) {
    add(path, contentType, () => readFile(file))
  }
  add(CHECKSUMS_PATH, TEXT, () => listChecksums(readFile))
  add('/llms.txt', TEXT, writeLlmsText)
  for (const [name, file] of Object.entries(assets)) {
    const isText = !name.endsWith('.woff2')
    add(`/docs/assets/${name}`, contentTypeOf(name), () =>
      isText ? readDocument(file) : readFile(file),
    )
  }
  return pages
}

/** Returns a document whose commands name this server instead of the default address. */
function withOrigin(text: string, origin: string): string {
  return text.replaceAll('http://127.0.0.1:8787', origin)
}

function contentTypeOf(name: string): string {
  const types: Readonly<Record<string, string>> = {
    css: 'text/css; charset=utf-8',
    js: 'text/javascript; charset=utf-8',
    json: 'application/json',
    svg: 'image/svg+xml',
    woff2: 'font/woff2',
  }
  const type = types[name.slice(name.lastIndexOf('.') + 1)]
  if (type === undefined) throw new Error(`${name} has an unknown file type.`)
  return type
}
