import { REGIONS } from '../../game/region.ts'
import { PUBLIC_PREFIX } from '../../history/api/public-prefix.ts'
import { FEED_TEXTS, fillText } from '../../history/feeds/feed-texts.ts'
import type { Language } from '../../platform/language.ts'
import { html, type Html } from '../layout/html.ts'

const FORMATS = [
  ['atom', 'application/atom+xml'],
  ['json', 'application/feed+json'],
] as const

/**
 * Returns the head tags by which a feed reader finds the feeds of a region from its page: of the
 * region that the link names, else of the first one.
 */
export function feedLinks(named: string | null, language: Language): readonly Html[] {
  const region = REGIONS.find((one) => one === named) ?? REGIONS[0]
  const { title, announcements } = FEED_TEXTS[language]
  const feeds = [
    ['events', title],
    ['announcements', announcements.ALL],
  ] as const
  return feeds.flatMap(([name, text]) =>
    FORMATS.map(
      ([format, type]) =>
        html`<link
          rel="alternate"
          type="${type}"
          href="${PUBLIC_PREFIX}${region}/feeds/${name}.${format}?language=${language}"
          title="${fillText(text, { region: region.toUpperCase() })}"
        />`,
    ),
  )
}
