import type { ApiDocument } from './api-document.ts'
import { listDocumentVersions } from './docs/document-versions.ts'
import { CHECKSUMS_PATH, DOWNLOADS, listChecksums } from './docs/downloads.ts'
import { ALL_GUIDES, MOVED_GUIDES, TRANSLATED_GUIDES } from './docs/guides.ts'
import { groupSlug } from './docs/reference/reference.ts'
import {
  DEVELOPER_PAGES,
  developerReference,
  KEYED_PAGES,
  keyedReference,
  PUBLIC_PAGES,
  publicReference,
} from './docs/reference/references.ts'
import { writeGroup, writeOperation, writeReference } from './docs/reference/reference-markdown.ts'
import { renderOperationPage } from './docs/reference/render-operation-page.ts'
import { renderGroup } from './docs/reference/render-group.ts'
import { renderReference } from './docs/reference/render-reference.ts'
import { renderGuide, renderTranslation } from './docs/render-guide.ts'
import { renderLayout, type PageContent, type ServerFacts } from './layout/render-layout.ts'
import { renderStart } from './docs/render-start.ts'
import { writeLlmsText } from './docs/llms-text.ts'

/** The sources of the pages. */
export interface PageSources {
  readonly api: () => ApiDocument
  readonly publicApi: () => ApiDocument
  readonly developerApi: () => ApiDocument
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
const MARKDOWN = 'text/markdown; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'

/**
 * Creates all pages by path, each also as Markdown: guides (with redirects from former paths),
 * references with a page per group and operation (with a redirect from its operationId) and the
 * start page. Then their assets and downloads.
 */
export function createPages(sources: PageSources): ReadonlyMap<string, Page> {
  const { origin, portal, readDocument, readFile, assets } = sources
  let versions: ServerFacts['versions'] | undefined
  const pages = new PageMap(() => {
    versions ??= listDocumentVersions(
      readDocument('CHANGELOG.md'),
      versionOf(readDocument('package.json')),
    )
    return { portal, origin, versions }
  })
  pages.addBoth('/docs', () => renderStart(origin, portal), writeLlmsText)
  addReferences(pages, sources)
  for (const guide of ALL_GUIDES) {
    const path = `/docs/${guide.slug}`
    const markdown = () => withOrigin(readDocument(guide.file), origin)
    pages.addBoth(path, () => renderGuide(guide, markdown()), markdown)
  }
  for (const guide of TRANSLATED_GUIDES) {
    const path = `/docs/${guide.slug}`
    const markdown = () => withOrigin(readDocument(guide.file), origin)
    const english = () => readDocument(guide.original.file)
    pages.addBoth(path, () => renderTranslation(guide, markdown(), english()), markdown)
  }
  for (const [former, target] of Object.entries(MOVED_GUIDES)) {
    pages.addRedirect(`/docs/${former}`, `/docs/${target}`)
    pages.addRedirect(`/docs/${former}.md`, `/docs/${target.split('#')[0]}.md`)
  }
  for (const [path, { file, contentType }] of Object.entries(DOWNLOADS)) {
    pages.add(path, contentType, () => readFile(file))
  }
  pages.add(CHECKSUMS_PATH, TEXT, () => listChecksums(readFile))
  pages.add('/llms.txt', TEXT, writeLlmsText)
  for (const [name, file] of Object.entries(assets)) {
    const isText = !name.endsWith('.woff2')
    pages.add(`/docs/assets/${name}`, contentTypeOf(name), () =>
      isText ? readDocument(file) : readFile(file),
    )
  }
  return pages.byPath
}

/** Adds the pages of all references: the first page, and one per group and per operation. */
function addReferences(
  pages: PageMap,
  {
    api,
    publicApi,
    developerApi,
    origin,
  }: Pick<PageSources, 'api' | 'publicApi' | 'developerApi' | 'origin'>,
): void {
  const references = [
    [KEYED_PAGES, () => keyedReference(api())],
    [PUBLIC_PAGES, () => publicReference(publicApi())],
    [DEVELOPER_PAGES, () => developerReference(developerApi())],
  ] as const
  for (const [{ path, groups, operationIds }, read] of references) {
    pages.addBoth(
      path,
      () => renderReference(read()),
      () => writeReference(read()),
    )
    for (const name of groups) {
      pages.addBoth(
        `${path}/${groupSlug(name)}`,
        () => renderGroup(read(), name),
        () => writeGroup(read(), name),
      )
    }
    for (const [id, operationId] of Object.entries(operationIds)) {
      const page = `${path}/${id}`
      pages.addBoth(
        page,
        () => renderOperationPage(read(), id, origin),
        () => writeOperation(read(), id, origin),
      )
      pages.addRedirect(`${path}/${operationId}`, page)
    }
  }
}

/** Pages by path. */
class PageMap {
  readonly byPath = new Map<string, Page>()
  readonly #server: () => ServerFacts

  constructor(server: () => ServerFacts) {
    this.#server = server
  }

  add(path: string, contentType: string, body: () => string | Uint8Array): void {
    this.byPath.set(path, { contentType, body })
  }

  /** Adds a page, and its Markdown at the same address with `.md`. */
  addBoth(path: string, page: () => PageContent, markdown: () => string): void {
    this.add(path, HTML, () => renderLayout(page(), this.#server()))
    this.add(`${path}.md`, MARKDOWN, markdown)
  }

  addRedirect(path: string, movedTo: string): void {
    this.byPath.set(path, { contentType: TEXT, body: () => `Moved to ${movedTo}.\n`, movedTo })
  }
}

/** Returns a document whose commands name this server instead of the default address. */
function withOrigin(text: string, origin: string): string {
  return text.replaceAll('http://127.0.0.1:8787', origin)
}

/** Returns the version in a `package.json`. */
function versionOf(text: string): string {
  return (JSON.parse(text) as { readonly version: string }).version
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
