import type { Feed } from './feed-entries.ts'

/** Renders a feed as JSON Feed 1.1. */
export function renderJsonFeed(feed: Feed): string {
  const { title, language, publicUrl, path, pagePath, entries } = feed
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    language,
    authors: [{ name: 'Backline' }],
    ...(publicUrl !== '' && {
      home_page_url: publicUrl + pagePath,
      feed_url: publicUrl + path,
    }),
    items: entries.map((entry) => ({
      id: entry.id,
      ...(entry.url !== undefined && { url: entry.url }),
      ...(entry.language !== undefined && { language: entry.language }),
      title: entry.title,
      content_text: entry.text,
      date_published: new Date(entry.atMs).toISOString(),
      ...(entry.updatedMs > entry.atMs && {
        date_modified: new Date(entry.updatedMs).toISOString(),
      }),
    })),
  })
}
