import type { JSX } from 'preact'
import type { ChartRange } from '../chart/chart-props.ts'
import type { PageProps } from '../view/page.ts'
import { zoomedView } from '../view/view.ts'
import { ViewLink } from './view-link.tsx'

const RANGES = ['all', '3d', '24h'] as const

/** Renders the links to the time ranges, and the custom or zoomed range if there is one. */
export function RangePicker({
  page,
  zoom,
  onZoom,
}: {
  readonly page: PageProps
  readonly zoom: ChartRange | undefined
  readonly onZoom: (zoom: ChartRange | undefined) => void
}): JSX.Element {
  const { messages, format, view } = page
  const chosen = typeof view.range === 'object' ? view.range : undefined
  const own = zoom === undefined ? chosen : { from: zoom.fromMs, until: zoom.untilMs }
  const choose: PageProps['choose'] = (next) => {
    onZoom(undefined)
    page.choose(next)
  }
  return (
    <nav class="tabs small" aria-label={messages.range}>
      {RANGES.map((range) => (
        <ViewLink
          key={range}
          page={{ ...page, choose }}
          to={{ ...view, range }}
          isCurrent={own === undefined && range === view.range}
        >
          {messages.ranges[range]}
        </ViewLink>
      ))}
      {own !== undefined && (
        <ViewLink page={page} to={zoomedView(view, zoom)} isCurrent>
          {format.range(own.from, own.until)}
        </ViewLink>
      )}
    </nav>
  )
}
