import type { IsKnownRun } from './known-runs.ts'
import { linkPreview, namedRun } from './link-preview.ts'

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
  if (target === null || target.origin !== new URL(origin).origin || target.pathname !== '/') {
    return { type: 'unknown' }
  }
  const run = namedRun(target.searchParams)
  const hasNamedRun = run !== undefined && (await isKnownRun(run))
  const options = { origin, nowMs, hasNamedRun, ...most }
  const { title, picture } = linkPreview(target.searchParams, options)
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
