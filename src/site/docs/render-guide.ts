import { posix } from 'node:path'
import { DOWNLOADS } from './downloads.ts'
import { ALL_GUIDES, type Guide } from './guides.ts'
import { html } from '../html.ts'
import type { PageContent } from '../render-layout.ts'
import { renderMarkdown } from './render-markdown.ts'

/** Renders the page of a document. */
export function renderGuide(guide: Guide, markdown: string): PageContent {
  const { body, headings } = renderMarkdown(markdown, (target) => resolveLink(guide.file, target))
  const contents = headings
    .filter(({ level }) => level === 2)
    .map(({ id, text }) => ({ href: `#${id}`, name: text }))
  return {
    title: guide.name,
    description: firstSentence(markdown),
    path: `/docs/${guide.slug}`,
    contents,
    body: html`<article class="guide">${body}</article>`,
  }
}

/**
 * Resolves a link of `file` to another page, a download or an external URL; `undefined` if there is
 * none.
 */
export function resolveLink(file: string, target: string): string | undefined {
  if (/^(?:[a-z]+:|#)/.test(target)) return target
  const [path = '', anchor] = target.split('#')
  const full = posix.join(posix.dirname(file), path)
  const guide = ALL_GUIDES.find((one) => one.file === full)
  if (guide === undefined) {
    return Object.keys(DOWNLOADS).find((address) => DOWNLOADS[address]?.file === full)
  }
  return `/docs/${guide.slug}${anchor === undefined ? '' : `#${anchor}`}`
}

/** Returns the first sentence, without markup. */
function firstSentence(markdown: string): string {
  const paragraph = markdown.split('\n\n').find((part) => /^[A-Z]/.test(part)) ?? ''
  const plain = paragraph.replaceAll('\n', ' ').replaceAll(/[`*]|\]\([^)]*\)|\[/g, '')
  return /^.*?[.:](?= |$)/.exec(plain)?.[0] ?? plain
}
