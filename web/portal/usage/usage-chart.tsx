import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { PortalUsage } from '../../../src/portal/contract/usage-operations.ts'
import { usePortal } from '../layout/portal-context.ts'
import { labeledIndexes, scaleBars } from './scale-bars.ts'
import { createStepNames } from './step-names.ts'
import type { UsageMessages } from './messages/en.ts'

/** Height of the plot and of the line of times under it, in CSS pixels. */
const PLOT_PX = 200
const FOOT_PX = 24

/** Maximum number of time labels; a phone has room for them. */
const LABELS_MAX = 5

type Step = PortalUsage['steps'][number]

/**
 * Renders requests over time as stacked bars: succeeded, failed, rejected. The table below has the
 * same numbers; the readout names the step under the pointer.
 */
export function UsageChart({
  usage,
  messages,
}: {
  readonly usage: PortalUsage
  readonly messages: UsageMessages
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
        <li class="usage-answered">{messages.over.answered}</li>
        <li class="usage-failed">{messages.over.failed}</li>
        <li class="usage-refused">{messages.over.refused}</li>
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
          aria-label={summaryOf(usage, messages, (value) => format.number(value))}
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
          {labeledIndexes(steps.length, LABELS_MAX).map((place) => (
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
          ? summaryOf(usage, messages, (value) => format.number(value))
          : `${names.long(read.atMs)}: ${summaryOf({ total: read }, messages, (value) => format.number(value))}`}
      </figcaption>
    </figure>
  )
}

function summaryOf(
  { total }: Pick<PortalUsage, 'total'>,
  messages: UsageMessages,
  number: (value: number) => string,
): string {
  return messages.over.summary(number(total.admitted), number(total.failed), number(total.refused))
}

/** Returns class, start and end of each part of a bar, lowest first, without empty parts. */
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

/** Keep the labels at both ends inside the chart. */
function anchorOf(place: number, steps: number): 'start' | 'middle' | 'end' {
  const part = (place + 0.5) / steps
  if (part < 0.06) return 'start'
  return part > 0.94 ? 'end' : 'middle'
}
