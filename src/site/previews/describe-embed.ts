import type { IsKnownRun } from '../tracker/known-runs.ts'
import { embedUrl } from './head-tags.ts'
import { html } from '../layout/html.ts'
import { linkPreview, namedRun } from './link-preview.ts'

/** The largest accepted size, in pixels. */
const SIDE_MAX = 100_000

/** Size of an embedded page in pixels. */
const FRAME = { width: 960, height: 860 }

/** The answer to an oEmbed request (oembed.com, version 1.0): of `/embed` a frame, else a photo. */
export type Embed =
  | { readonly type: 'photo' | 'rich'; readonly message: Readonly<Record<string, string | number>> }
  /**
   * `parameters`: invalid ones. `format`: unsupported. `unknown`: a foreign link, or one without a
   * chart.
   */
  | { readonly type: 'format' | 'unknown' }
  | { readonly type: 'parameters'; readonly wrong: string }

/** Options of {@link describeEmbed}. */
export interface EmbedOptions {
  readonly origin: string
  readonly nowMs: number
  readonly isKnownRun: IsKnownRun
}

/** Answers an oEmbed request for a link to the tracker at `origin`. */
export async function describeEmbed(
  query: URLSearchParams,
  { origin, nowMs, isKnownRun }: EmbedOptions,
): Promise<Embed> {
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
  if (target === null || target.origin !== new URL(origin).origin) return { type: 'unknown' }
  const { pathname } = target
  if (pathname !== '/' && pathname !== '/embed') return { type: 'unknown' }
  const run = namedRun(target.searchParams)
  const hasNamedRun = run !== undefined && (await isKnownRun(run))
  const options = { origin, nowMs, hasNamedRun, ...most }
  const { title, picture, url } = linkPreview(target.searchParams, options)
  if (picture === undefined) return { type: 'unknown' }
  const facts = {
    version: '1.0',
    title,
    provider_name: 'Backline',
    provider_url: `${origin}/`,
    cache_age: 300,
  }
  if (pathname === '/') return { type: 'photo', message: { type: 'photo', ...facts, ...picture } }
  const width = Math.min(FRAME.width, most.widthMax ?? Infinity)
  const height = Math.min(FRAME.height, most.heightMax ?? Infinity)
  const frame = html`<iframe
    src="${embedUrl(url, origin)}"
    title="${title}"
    width="${width}"
    height="${height}"
    loading="lazy"
    style="border:0"
  ></iframe>`
  return {
    type: 'rich',
    message: {
      type: 'rich',
      ...facts,
      html: frame.text.replaceAll(/\s+/g, ' '),
      width,
      height,
      thumbnail_url: picture.url,
      thumbnail_width: picture.width,
      thumbnail_height: picture.height,
    },
  }
}
