import { html, type Html } from '../layout/html.ts'
import { linkPreview, type LinkPreviewOptions } from './link-preview.ts'

/**
 * Returns the head tags of the tracker page for link previews: OpenGraph and oEmbed discovery.
 * Escapes all values, and uses only values that the tracker itself writes into links.
 */
export function headTags(
  parameters: URLSearchParams,
  settings: Pick<LinkPreviewOptions, 'origin' | 'nowMs' | 'hasNamedRun'>,
): readonly Html[] {
  const { title, description, url, language, picture } = linkPreview(parameters, settings)
  const query = new URLSearchParams({ url, format: 'json' })
  const embed = `${settings.origin}/oembed?${query.toString()}`
  return [
    html`<meta property="og:type" content="website" />`,
    html`<meta property="og:site_name" content="Backline" />`,
    html`<meta property="og:title" content="${title}" />`,
    html`<meta property="og:description" content="${description}" />`,
    html`<meta property="og:url" content="${url}" />`,
    html`<meta property="og:locale" content="${LOCALES[language]}" />`,
    ...(picture === undefined
      ? [html`<meta name="twitter:card" content="summary" />`]
      : [
          html`<meta property="og:image" content="${picture.url}" />`,
          html`<meta property="og:image:type" content="image/png" />`,
          html`<meta property="og:image:width" content="${picture.width}" />`,
          html`<meta property="og:image:height" content="${picture.height}" />`,
          html`<meta property="og:image:alt" content="${title}" />`,
          html`<meta name="twitter:card" content="summary_large_image" />`,
          html`<link
            rel="alternate"
            type="application/json+oembed"
            href="${embed}"
            title="${title}"
          />`,
        ]),
  ]
}

/** Returns the head tags of the page for frames: oEmbed discovery, and no search engines. */
export function embedTags(
  parameters: URLSearchParams,
  { origin, nowMs }: Pick<LinkPreviewOptions, 'origin' | 'nowMs'>,
): readonly Html[] {
  const { title, url } = linkPreview(parameters, { origin, nowMs, hasNamedRun: false })
  const query = new URLSearchParams({ url: embedUrl(url, origin), format: 'json' })
  const href = `${origin}/oembed?${query.toString()}`
  return [
    html`<meta name="robots" content="noindex" />`,
    html`<link rel="alternate" type="application/json+oembed" href="${href}" title="${title}" />`,
  ]
}

/** Returns the address of the page for frames that shows what a link shows. */
export function embedUrl(link: string, origin: string): string {
  return `${origin}/embed${link.slice(`${origin}/`.length)}`
}

/** OpenGraph names languages with a territory. */
const LOCALES = {
  en: 'en_US',
  ja: 'ja_JP',
  'zh-Hant': 'zh_TW',
  'zh-Hans': 'zh_CN',
  ko: 'ko_KR',
} as const
