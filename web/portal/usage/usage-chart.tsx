import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { PortalUsage } from '../../../src/portal/contract/usage-operations.ts'
import { usePortal } from '../frame/portal-context.ts'
import { labelledPlaces, scaleBars } from './scale-bars.ts'
import { createStepNames } from './step-names.ts'
import type { UsageTexts } from './texts/en.ts'

/** Height of the plot and of the line of times under it, in CSS pixels. */
const PLOT_PX = 200
const FOOT_PX = 24

/** At most so many times: as many as a phone has room for. */
const LABELS_MAX = 5

type Step = PortalUsage['steps'][number]

/**
 * Requests over time as stacked bars: answered, failed, refused. The same numbers stand in a table below, so that the
 * picture is for the eye alone; what the pointer is on is told in words.
 */
export function UsageChart({
  usage,
  texts,
}: {
  readonly usage: PortalUsage
  readonly texts: UsageTexts
}): JSX.Element {
  const { lang, format } = usePortal()
  const [pointed, setPointed] = useState<number>()
  const { steps, stepMs } = usage
  const names = createStepNames(format, stepMs)
  const { max, ticks } = scaleBars(Math.max(0, ...steps.map((one) => one.admitted + one.refused)))
  const short = new Intl.NumberFormat(lang, { notation: 'compact' })
  const wide = 100 / Math.max(1, steps.length)
  const yOf = (count: number) => PLOT_PX - (count / max) * (PLOT_PX - 16)
  const read = pointed === undefined ? undefined : steps[pointed]
  return (
    <figure class="usage-chart">
      <ul class="usage-legend" aria-hidden="true">
        <li class="usage-answered">{texts.over.answered}</li>
        <li class="usage-failed">{texts.over.failed}</li>
        <li class="usage-refused">{texts.over.refused}</li>
      </ul>
      <div class="usage-frame">
        <svg class="usage-ticks" width="48" height={PLOT_PX + FOOT_PX} aria-hidden="true">
          {ticks.map((tick) => (
            <text key={tick} class="usage-tick" x="42" y={yOf(tick) + 4} text-anchor="end">
              {short.format(tick)}
            </text>
          ))}
        </svg>
        <svg
          class="usage-plot"
          role="img"
          aria-label={summaryOf(usage, texts, (value) => format.number(value))}
          width="100%"
          height={PLOT_PX + FOOT_PX}
          onPointerLeave={() => setPointed(undefined)}
        >
          {ticks.map((tick) => (
            <line key={tick} class="usage-line" x1="0" x2="100%" y1={yOf(tick)} y2={yOf(tick)} />
          ))}
          {steps.map((step, place) => (
            <g
              key={step.atMs}
              class={place === pointed ? 'usage-step pointed' : 'usage-step'}
              onPointerEnter={() => setPointed(place)}
            >
              <rect
                class="usage-catch"
                x={`${place * wide}%`}
                width={`${wide}%`}
                y="0"
                height={PLOT_PX}
              />
              {barsOf(step).map(([look, from, until]) => (
                <rect
                  key={look}
                  class={look}
                  x={`${(place + 0.12) * wide}%`}
                  width={`${wide * 0.76}%`}
                  y={yOf(until)}
                  height={Math.max(0, yOf(from) - yOf(until))}
                />
              ))}
            </g>
          ))}
          <line class="usage-base" x1="0" x2="100%" y1={PLOT_PX} y2={PLOT_PX} />
          {labelledPlaces(steps.length, LABELS_MAX).map((place) => (
            <text
              key={place}
              class="usage-time"
              x={`${(place + 0.5) * wide}%`}
              y={PLOT_PX + 17}
              text-anchor={anchorOf(place, steps.length)}
            >
              {names.short(steps[place]?.atMs ?? 0)}
            </text>
          ))}
        </svg>
      </div>
      <figcaption class="quiet">
        {read === undefined
          ? summaryOf(usage, texts, (value) => format.number(value))
          : `${names.long(read.atMs)}: ${summaryOf({ total: read }, texts, (value) => format.number(value))}`}
      </figcaption>
    </figure>
  )
}

function summaryOf(
  { total }: Pick<PortalUsage, 'total'>,
  texts: UsageTexts,
  number: (value: number) => string,
): string {
  return texts.over.summary(number(total.admitted), number(total.failed), number(total.refused))
}

/** Look, from and until of each part of a bar, the lowest first; parts of nothing are left out. */
function barsOf({
  admitted,
  failed,
  refused,
}: Step): readonly (readonly [string, number, number])[] {
  const answered = Math.max(0, admitted - failed)
  const bars = [
    ['usage-answered', 0, answered],
    ['usage-failed', answered, admitted],
    ['usage-refused', admitted, admitted + refused],
  ] as const
  return bars.filter(([, from, until]) => until > from)
}

/** The times at the two ends stay inside. */
function anchorOf(place: number, steps: number): 'start' | 'middle' | 'end' {
  const part = (place + 0.5) / steps
  if (part < 0.06) return 'start'
  return part > 0.94 ? 'end' : 'middle'
}
