import { posix } from 'node:path'
import { LANGUAGE_NAMES, type Language } from '../../platform/language.ts'
import { DOWNLOADS } from './downloads.ts'
import {
  ALL_GUIDES,
  languagesOf,
  TRANSLATED_GUIDES,
  type Guide,
  type TranslatedGuide,
} from './guides.ts'
import { html, type Part } from '../layout/html.ts'
import type { PageContent } from '../layout/render-layout.ts'
import { renderMarkdown, type RenderedMarkdown } from './render-markdown.ts'

/** Renders the page of a document. */
export function renderGuide(guide: Guide, markdown: string): PageContent {
  return pageOf(guide, markdown, render(guide, markdown), 'en', guide)
}

/**
 * Renders the page of a document in another language. `english` is the same document in English:
 * links to its sections work in every language.
 */
export function renderTranslation(
  guide: TranslatedGuide,
  markdown: string,
  english: string,
): PageContent {
  const ids = render(guide.original, english).headings.map(({ id }) => id)
  const rendered = render(guide, markdown, ids)
  const name = rendered.headings[0]?.text ?? guide.name
  return pageOf({ ...guide, name }, markdown, rendered, guide.language, guide.original)
}

function render(guide: Guide, markdown: string, ids?: readonly string[]): RenderedMarkdown {
  return renderMarkdown(markdown, (target) => resolveLink(guide.file, target), ids)
}

function pageOf(
  guide: Guide,
  markdown: string,
  { body, headings }: RenderedMarkdown,
  language: Language,
  original: Guide,
): PageContent {
  const languages = languagesOf(original)
  return {
    title: guide.name,
    description: firstSentence(markdown),
    path: `/docs/${guide.slug}`,
    language,
    languages,
    contents: headings
      .filter(({ level }) => level === 2)
      .map(({ id, text }) => ({ href: `#${id}`, name: text })),
    body: html`<article class="guide">${languageLinks(languages, language)}${body}</article>`,
  }
}

/** Renders links to the same page in other languages, each in its own. */
function languageLinks(languages: ReadonlyMap<Language, string>, current: Language): Part {
  if (languages.size < 2) return undefined
  return html`<nav class="languages" aria-label="Language">
    ${[...languages].map(
      ([language, path]) =>
        html`<a
          href="${path}"
          lang="${language}"
          hreflang="${language}"
          ${language === current && html`aria-current="page"`}
          >${LANGUAGE_NAMES[language]}</a
        > `,
    )}
  </nav>`
}

/**
 * Resolves a link of `file` to another page, a download or an external URL; `undefined` if there is
 * none.
 */
export function resolveLink(file: string, target: string): string | undefined {
  if (/^(?:[a-z]+:|#)/.test(target)) return target
  const [path = '', anchor] = target.split('#')
  const full = posix.join(posix.dirname(file), path)
  const guide = [...ALL_GUIDES, ...TRANSLATED_GUIDES].find((one) => one.file === full)
  if (guide === undefined) {
    return Object.keys(DOWNLOADS).find((address) => DOWNLOADS[address]?.file === full)
  }
  return `/docs/${guide.slug}${anchor === undefined ? '' : `#${anchor}`}`
}

/** Returns the first sentence, without markup. */
function firstSentence(markdown: string): string {
  const paragraph = markdown.split('\n\n').find((part) => /^\p{L}/u.test(part)) ?? ''
  const plain = paragraph.replaceAll('\n', ' ').replaceAll(/[`*]|\]\([^)]*\)|\[/g, '')
  return /^.*?(?:[.:](?= |$)|[。：])/.exec(plain)?.[0] ?? plain
}
