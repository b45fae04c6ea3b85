import type { Feed, FeedEntry } from './feed-entries.ts'

/** Renders a feed as Atom (RFC 4287). */
export function renderAtom(feed: Feed): string {
  const { id, title, language, publicUrl, path, pagePath, entries } = feed
  const updatedMs = Math.max(0, ...entries.map((entry) => entry.updatedMs))
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>${escapeXml(id)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<updated>${time(updatedMs)}</updated>`,
    '<author><name>Backline</name></author>',
    '<generator>Backline</generator>',
    ...(publicUrl === ''
      ? []
      : [
          `<link rel="self" type="application/atom+xml" href="${escapeXml(publicUrl + path)}"/>`,
          `<link rel="alternate" type="text/html" href="${escapeXml(publicUrl + pagePath)}"/>`,
        ]),
    ...entries.map(renderEntry),
    '</feed>',
    '',
  ].join('\n')
}

function renderEntry({ id, atMs, updatedMs, language, title, text, url }: FeedEntry): string {
  return [
    language === undefined ? '<entry>' : `<entry xml:lang="${language}">`,
    `<id>${escapeXml(id)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<published>${time(atMs)}</published>`,
    `<updated>${time(updatedMs)}</updated>`,
    ...(url === undefined
      ? []
      : [`<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>`]),
    `<content type="text">${escapeXml(text)}</content>`,
    '</entry>',
  ].join('\n')
}

function time(ms: number): string {
  return new Date(ms).toISOString()
}

/** Escapes a text for content and attributes, without characters that XML 1.0 does not allow. */
function escapeXml(text: string): string {
  const allowed = text.toWellFormed().replace(
    // eslint-disable-next-line no-control-regex
    /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g,
    '',
  )
  return allowed.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
