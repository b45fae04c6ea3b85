import { html, type Html } from './html.ts'
import { linkPreview, type LinkPreviewSettings } from './link-preview.ts'

/**
 * What stands in the head of the tracker's page for programs that show a preview of a link to it: OpenGraph, and where oEmbed is
 * to be asked. All values are escaped, and none is anything but what the tracker would have written.
 */
export function headTags(
  query: URLSearchParams,
  settings: Pick<LinkPreviewSettings, 'origin' | 'nowMs'>,
): readonly Html[] {
  const { title, description, url, language, picture } = linkPreview(query, settings)
  const asked = new URLSearchParams({ url, format: 'json' })
  const embed = `${settings.origin}/oembed?${asked.toString()}`
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

/** OpenGraph names languages with a territory. */
const LOCALES = {
  en: 'en_US',
  ja: 'ja_JP',
  'zh-Hant': 'zh_TW',
  'zh-Hans': 'zh_CN',
  ko: 'ko_KR',
} as const
