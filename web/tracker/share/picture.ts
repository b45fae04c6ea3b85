import type { QueryParameters } from '../data/api-client.ts'
import { publicPath, serverNowMs } from '../data/api-client.ts'
import { boundsOf } from '../data/load-timeline.ts'
import { boardPath, type Subject } from '../data/subject.ts'
import type { PageProps } from '../view/page.ts'

/** The file types of pictures. */
export type PictureType = 'png' | 'svg'

/** Options of {@link picturePath}. */
export interface PictureOptions {
  readonly page: Pick<PageProps, 'view' | 'format' | 'lang'>
  readonly subject: Subject
  readonly ranks: readonly number[]
  /** Whether the chart of the page shows a prediction. */
  readonly hasPrediction?: boolean
  readonly theme: 'light' | 'dark'
}

/**
 * Returns the path of a picture of what the chart shows, in the language and the zone of the page.
 */
export function picturePath(
  type: PictureType,
  { page: { view, format, lang }, subject, ranks, hasPrediction = false, theme }: PictureOptions,
): string {
  const { region, run } = subject
  const query: QueryParameters = {
    ranks: view.rank === undefined ? ranks : [view.rank],
    ...(view.with.length > 0 && { with: view.with }),
    ...(hasPrediction && { prediction: 1 }),
    ...(run !== undefined && { startsAt: run.startsAtMs }),
    ...boundsOf(view.range, subject, minuteOf(serverNowMs())),
    theme,
    language: lang,
    zone: format.zone,
  }
  return publicPath(region, `${boardPath(subject)}/chart.${type}`, query)
}

/** Rounds down to the minute, so that picture URLs change once a minute and caches can hit. */
function minuteOf(ms: number): number {
  return ms - (ms % 60_000)
}

/** Returns the theme that the page has now. */
export function shownTheme(theme: PageProps['theme']): 'light' | 'dark' {
  if (theme !== 'auto') return theme
  const isDark = !import.meta.env.SSR && matchMedia('(prefers-color-scheme: dark)').matches
  return isDark ? 'dark' : 'light'
}
