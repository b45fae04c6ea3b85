import type { JSX } from 'preact'
import type { CurveFormats } from './curve-formats.ts'
import type { CurveGap, CurveProps, CurveTexts } from './curve-props.ts'
import type { LineReading } from './read-curve.ts'

/** What the readout tells. */
export interface CurveReadoutProps {
  readonly axis: CurveProps['axis']
  readonly atMs: number
  readonly readings: readonly LineReading[]
  readonly formats: CurveFormats
  readonly texts: CurveTexts
}

/** Shows what every line says at one time; it is the legend as well. */
export function CurveReadout(props: CurveReadoutProps): JSX.Element {
  const { axis, atMs, readings, formats, texts } = props
  const gap = readings.find((reading) => reading.gap !== undefined)?.gap
  return (
    <div class="curve-readout">
      <p>
        <span class="curve-readout-name">{axis === 'time' ? texts.time : texts.sinceStart}</span>{' '}
        {gap === undefined ? (
          <span>{formats.moment(atMs)}</span>
        ) : (
          <strong>{describeGap(gap, props)}</strong>
        )}
      </p>
      <ul>
        {readings.map((reading) => (
          <li key={reading.line.key}>
            <span
              class={`curve-swatch curve-swatch-${String(reading.line.colour + 1)}${reading.line.dashed === true ? ' curve-swatch-dashed' : ''}`}
            />
            <span>{reading.line.label}</span>
            <b>{sayReading(reading, formats, texts)}</b>
            {reading.point !== undefined && reading.point.atMs !== atMs && (
              <small>{formats.moment(reading.point.atMs)}</small>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What one line says, in words or as a number. */
export function sayReading(
  { point, gap }: LineReading,
  formats: CurveFormats,
  texts: CurveTexts,
): string {
  if (gap !== undefined) return texts.gap
  if (point === undefined) return '–'
  return point.points === undefined ? texts.nobody : formats.whole(point.points)
}

/** The readout as one sentence, for those who hear it. */
export function sayReadout({ atMs, readings, formats, texts }: CurveReadoutProps): string {
  const values = readings.map(
    (reading) => `${reading.line.label}: ${sayReading(reading, formats, texts)}`,
  )
  const gap = readings.find((reading) => reading.gap !== undefined)?.gap
  const when = gap === undefined ? formats.moment(atMs) : describeGap(gap, { formats, texts })
  return [when, ...values].join('; ')
}

/** A gap with its ends and its reason. */
export function describeGap(
  gap: CurveGap,
  { formats, texts }: Pick<CurveReadoutProps, 'formats' | 'texts'>,
): string {
  const until = gap.untilMs === undefined ? '…' : formats.moment(gap.untilMs)
  return `${texts.gap}: ${gap.reason} (${formats.moment(gap.fromMs)} – ${until})`
}
