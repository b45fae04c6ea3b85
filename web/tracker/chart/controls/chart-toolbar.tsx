import type { JSX } from 'preact'
import { ViewLink } from '../../components/view-link.tsx'
import type { PageProps } from '../../view/page.ts'
import { METRICS, zoomedView } from '../../view/view.ts'
import type { ChartRange } from '../chart-props.ts'

const RANGES = ['24h', '3d', 'all'] as const

/**
 * Renders the choices of the chart: points or speed, time range, linear or logarithmic, with or
 * without the prediction.
 */
export function ChartToolbar({
  page,
  hasPrediction,
  zoom,
  onZoom,
}: {
  readonly page: PageProps
  /** Whether there is a prediction that the chart can show; `undefined` until that is known. */
  readonly hasPrediction: boolean | undefined
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
  // Runs are compared over all of their time, or over a custom range.
  const ranges = view.with.length === 0 ? RANGES : own === undefined ? [] : (['all'] as const)
  const isLog = view.scale === 'log'
  return (
    <div class="chart-toolbar">
      <nav class="segmented" aria-label={messages.metric}>
        {METRICS.map((metric) => (
          <ViewLink
            key={metric}
            page={page}
            to={{ ...view, metric }}
            isCurrent={metric === view.metric}
          >
            {messages.metrics[metric]}
          </ViewLink>
        ))}
      </nav>
      {ranges.length > 0 && (
        <nav class="segmented chart-ranges" aria-label={messages.range}>
          {ranges.map((range) => (
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
      )}
      <div class="chart-toggles">
        <button
          type="button"
          class="button toggle"
          aria-pressed={isLog}
          title={messages.logHelp}
          onClick={() => page.choose({ ...view, scale: isLog ? 'linear' : 'log' })}
        >
          {messages.log}
        </button>
        {hasPrediction !== false && (
          <button
            type="button"
            class={`button toggle ${hasPrediction === undefined ? 'pending' : ''}`}
            aria-pressed={view.prediction}
            onClick={() => page.choose({ ...view, prediction: !view.prediction })}
          >
            {messages.prediction}
          </button>
        )}
      </div>
    </div>
  )
}
