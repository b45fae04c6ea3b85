import type { JSX } from 'preact'
import type { ChartFormats } from './chart-formats.ts'
import type { ChartGap, ChartProps, ChartMessages } from './chart-props.ts'
import type { LineReading } from './read-chart.ts'

/** Props of {@link ChartReadout}. */
export interface ChartReadoutProps {
  readonly axis: ChartProps['axis']
  readonly atMs: number
  readonly readings: readonly LineReading[]
  readonly formats: ChartFormats
  readonly messages: ChartMessages
}

/** Renders the value of each line at one time, beside the cursor. */
export function ChartReadout(
  props: ChartReadoutProps & {
    /** Distance of the cursor from the left of the plot, as a part of its width. */
    readonly left: number
  },
): JSX.Element {
  const { readings, formats, messages, left } = props
  const gap = gapOfAll(readings)
  const side = left > 0.5 ? 'chart-readout-left' : 'chart-readout-right'
  return (
    <div class={`chart-readout ${side}`} style={{ insetInlineStart: `${String(left * 100)}%` }}>
      <p>{gap === undefined ? describeTime(props) : describeGap(gap, props)}</p>
      <ul>
        {readings.map((reading) => (
          <li key={reading.line.key} class={`rank-${String(reading.line.color + 1)}`}>
            <i class={`chart-swatch chart-swatch-${String(reading.line.other ?? 0)}`} />
            <span>{reading.line.label}</span>
            <b>{describeReading(reading, formats, messages)}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Returns the value of one line as text. */
export function describeReading(
  { point, gap, band }: LineReading,
  formats: ChartFormats,
  messages: ChartMessages,
): string {
  if (band !== undefined) {
    const [low, high] = band.outer.map(formats.compact)
    return `${formats.compact(band.value)} (${low} – ${high})`
  }
  if (gap !== undefined)
    return gap.keys === undefined ? messages.gap : `${messages.gap}: ${gap.reason}`
  if (point === undefined) return '–'
  return point.points === undefined ? messages.noPlayer : formats.value(point.points)
}

/**
 * Returns the gap that concerns every line, if there is one; a gap of some lines stands beside
 * those.
 */
function gapOfAll(readings: readonly LineReading[]): ChartGap | undefined {
  return readings.find(({ gap }) => gap !== undefined && gap.keys === undefined)?.gap
}

function describeTime({
  atMs,
  readings,
  formats,
  messages,
}: Omit<ChartReadoutProps, 'axis'>): string {
  const time = formats.moment(atMs)
  return readings.some(({ band }) => band !== undefined) ? messages.predictedEnd(time) : time
}

/** Returns the readout as one sentence for screen readers. */
export function describeReadout({ atMs, readings, formats, messages }: ChartReadoutProps): string {
  const values = readings.map(
    (reading) => `${reading.line.label}: ${describeReading(reading, formats, messages)}`,
  )
  const gap = gapOfAll(readings)
  const props = { atMs, readings, formats, messages }
  const when = gap === undefined ? describeTime(props) : describeGap(gap, props)
  return [when, ...values].join('; ')
}

/** Returns a gap as text: its bounds and reason. */
export function describeGap(
  gap: ChartGap,
  { formats, messages }: Pick<ChartReadoutProps, 'formats' | 'messages'>,
): string {
  const until = gap.untilMs === undefined ? '…' : formats.moment(gap.untilMs)
  return `${messages.gap}: ${gap.reason} (${formats.moment(gap.fromMs)} – ${until})`
}
