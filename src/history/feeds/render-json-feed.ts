import type { Feed } from './feed-entries.ts'

/** Renders a feed as JSON Feed 1.1. */
export function renderJsonFeed({ title, language, publicUrl, path, entries }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    language,
    authors: [{ name: 'Backline' }],
    ...(publicUrl !== '' && { home_page_url: `${publicUrl}/`, feed_url: publicUrl + path }),
    items: entries.map(({ id, atMs, title: itemTitle, text, url }) => ({
      id,
      ...(url !== undefined && { url }),
      title: itemTitle,
      content_text: text,
      date_published: new Date(atMs).toISOString(),
    })),
  })
}
