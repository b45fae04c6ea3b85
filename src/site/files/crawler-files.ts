import { escape } from '../layout/html.ts'

/** What programs that crawl sites may not request: keyed interfaces, and the portal. */
const DISALLOWED = ['/api/open/v1/', '/api/developer/v1/', '/portal']

/**
 * Returns `robots.txt`. It names the sitemap if the server knows its public origin, because the
 * address must be absolute.
 */
export function renderRobots(publicUrl: string): string {
  return [
    'User-agent: *',
    ...DISALLOWED.map((path) => `Disallow: ${path}`),
    ...(publicUrl === '' ? [] : ['', `Sitemap: ${publicUrl}/sitemap.xml`]),
    '',
  ].join('\n')
}

/** Returns the sitemap of the pages at `paths` of an origin without a trailing slash. */
export function renderSitemap(paths: readonly string[], origin: string): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `<url><loc>${escape(origin + path)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')
}
