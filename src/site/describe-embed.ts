import { linkPreview } from './link-preview.ts'

/** The largest accepted size, in pixels. */
const SIDE_MAX = 100_000

/** The answer to an oEmbed request (oembed.com, version 1.0). */
export type Embed =
  | { readonly type: 'photo'; readonly message: Readonly<Record<string, string | number>> }
  /**
   * `parameters`: invalid ones. `format`: unsupported. `unknown`: a foreign link, or one without a
   * chart.
   */
  | { readonly type: 'format' | 'unknown' }
  | { readonly type: 'parameters'; readonly wrong: string }

/** Answers an oEmbed request for a link to the tracker at `origin`. */
export function describeEmbed(
  query: URLSearchParams,
  { origin, nowMs }: { readonly origin: string; readonly nowMs: number },
): Embed {
  if ((query.get('format') ?? 'json') !== 'json') return { type: 'format' }
  const link = query.get('url')
  if (link === null || link === '') return { type: 'parameters', wrong: 'url' }
  const most: { widthMax?: number; heightMax?: number } = {}
  for (const [name, key] of [
    ['maxwidth', 'widthMax'],
    ['maxheight', 'heightMax'],
  ] as const) {
    const text = query.get(name)
    if (text === null) continue
    if (!/^[1-9][0-9]{0,8}$/.test(text)) return { type: 'parameters', wrong: name }
    most[key] = Math.min(SIDE_MAX, Number(text))
  }
  const target = URL.parse(link)
  if (target === null || target.origin !== new URL(origin).origin || target.pathname !== '/') {
    return { type: 'unknown' }
  }
  const { title, picture } = linkPreview(target.searchParams, { origin, nowMs, ...most })
  if (picture === undefined) return { type: 'unknown' }
  return {
    type: 'photo',
    message: {
      version: '1.0',
      type: 'photo',
      title,
      provider_name: 'Backline',
      provider_url: `${origin}/`,
      cache_age: 300,
      ...picture,
    },
  }
}
