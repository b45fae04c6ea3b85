import type { JSX } from 'preact'
import { CHART_SIZE } from '../../../src/history/charts/chart-choices.ts'
import type { Subject } from '../data/subject.ts'
import { picturePath } from '../share/picture.ts'
import type { PageProps } from '../view/page.ts'

/** Renders the chart as a picture for browsers without scripts. Only for the server. */
export function ChartPicture({
  page,
  subject,
  ranks,
}: {
  readonly page: PageProps
  readonly subject: Subject
  readonly ranks: readonly number[]
}): JSX.Element {
  const { messages, theme } = page
  const srcOf = (one: 'light' | 'dark') => picturePath('svg', { page, subject, ranks, theme: one })
  return (
    <noscript>
      <picture>
        {theme === 'auto' && <source media="(prefers-color-scheme: dark)" srcset={srcOf('dark')} />}
        <img
          class="chart-picture"
          src={srcOf(theme === 'dark' ? 'dark' : 'light')}
          width={CHART_SIZE.width.default}
          height={CHART_SIZE.height.default}
          alt={messages.charts.points}
        />
      </picture>
    </noscript>
  )
}
