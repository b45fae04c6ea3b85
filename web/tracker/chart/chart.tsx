import type { JSX, RefObject } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { createPlot, type Plot } from './plot/create-plot.ts'
import { followTheme, readChartColors } from './plot/chart-colors.ts'
import { serverNowMs } from '../data/api-client.ts'
import { ChartControls } from './controls/chart-controls.tsx'
import { createChartFormats, type ChartFormats } from './chart-formats.ts'
import type { ChartBand, ChartDays, ChartProps } from './chart-props.ts'
import { ChartReadout, describeReading, describeReadout } from './chart-readout.tsx'
import { ChartTable } from './table/chart-table.tsx'
import { chartLabels } from './chart-labels.ts'
// oxlint-disable-next-line import/no-unassigned-import -- the build takes the style sheet from here
import './chart.css'
import {
  fitRange,
  fullRange,
  shiftRange,
  showTime,
  zoomRange,
  type AxisRange,
} from './plot/axis-range.ts'
import { findStopIn, findStops, readValues } from './read-chart.ts'

/**
 * Renders ranks over time, with a readout, a table of the same data, and buttons and keys as an
 * alternative to the mouse. Draws nothing across a gap.
 */
export function Chart(props: ChartProps): JSX.Element {
  const { axis, lang, zone, metric = 'points', messages } = props
  const labels = chartLabels(lang)
  const formats = useMemo(
    () => createChartFormats({ axis, lang, zone, metric, messages }),
    [axis, lang, zone, metric, messages],
  )
  const state = useChartState(props, formats)
  const { known, chosen, view, setView, readMs, readout, message, step } = state
  const { full, empty, gapsUntilMs } = known
  const { host, left } = usePlot(props, { ...state, formats, empty, full, gapsUntilMs })
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Home: () => step(-Infinity),
    End: () => step(Infinity),
    '+': () => setView(zoomRange(view, full, 0.5)),
    '-': () => setView(zoomRange(view, full, 2)),
    '0': () => setView(undefined),
    Escape: () => state.setReadMs(undefined),
  }

  if (empty) return <p class="chart-empty">{messages.noData}</p>
  return (
    <figure class="chart" lang={lang}>
      <figcaption class="chart-hidden">{messages.title}</figcaption>
      <div class="chart-frame">
        <div
          class="chart-plot"
          role="img"
          aria-label={`${describeChart(props, formats, view, known.newestMs)}. ${labels.keys}`}
          tabIndex={0}
          ref={host}
          onKeyDown={(event) => handleKey(event, keys)}
          onBlur={() => state.setReadMs(undefined)}
        />
        {readMs !== undefined && <ChartReadout {...readout} left={left} />}
      </div>
      <p class="chart-hidden" aria-live="polite">
        {message}
      </p>
      <div class="chart-foot">
        <ChartTable {...props} formats={formats} />
        {props.foot}
        <ChartControls
          labels={labels}
          reset={messages.reset}
          zoomed={chosen !== undefined}
          onZoom={(factor) => setView(zoomRange(view, full, factor))}
          onShift={(part) => setView(shiftRange(view, full, part))}
          onReset={() => setView(undefined)}
        />
      </div>
    </figure>
  )
}

/** Returns what a chart shows: its range and its readout, which a step moves between snapshots. */
function useChartState(props: ChartProps, formats: ChartFormats) {
  const { lines, gaps, bands = NO_BANDS, axis, messages } = props
  const known = useMemo(
    () => knowTimes(props),
    [lines, gaps, bands, axis, props.fromMs, props.untilMs],
  )
  const [own, setOwn] = useState<AxisRange>()
  const chosen = props.onZoom === undefined ? own : props.zoom
  const setView = props.onZoom ?? setOwn
  const [readMs, setReadMs] = useState<number>()
  const [message, setMessage] = useState('')

  const { stops, full, gapsUntilMs } = known
  const view = chosen ?? full
  // The readout stays within the visible range when the range moves.
  const wantedMs = Math.min(Math.max(readMs ?? known.newestMs, view.fromMs), view.untilMs)
  const place = findStopIn(stops, gaps, wantedMs, { view, untilMs: gapsUntilMs })
  const atMs = stops[place] ?? wantedMs
  const readout = { axis, atMs, readings: readValues(lines, gaps, atMs, bands), formats, messages }

  // A zoom does not carry over to another axis.
  useEffect(() => {
    setOwn(undefined)
    setReadMs(undefined)
  }, [axis])

  const step = (by: number) => {
    const from = place >= 0 ? place : stops.findLastIndex((stop) => stop <= atMs)
    const next = stops[Math.min(Math.max(from + by, 0), stops.length - 1)]
    if (next === undefined) return
    setReadMs(next)
    setView(chosen && showTime(chosen, full, next))
    const readings = readValues(lines, gaps, next, bands)
    setMessage(describeReadout({ ...readout, atMs: next, readings }))
  }
  return { known, chosen, view, setView, readMs, setReadMs, atMs, readout, message, step }
}

/** The state of a chart that its plot shows and changes. */
interface PlotState {
  readonly formats: ChartFormats
  readonly empty: boolean
  readonly gapsUntilMs: number
  readonly view: AxisRange
  /** The range of all data. */
  readonly full: AxisRange
  /** The time that the reader chose, and that of the readout. */
  readonly readMs: number | undefined
  readonly atMs: number
  readonly setView: (view: AxisRange | undefined) => void
  readonly setReadMs: (atMs: number | undefined) => void
}

/** Draws the plot inside the returned element, and updates it with the chart. */
function usePlot(
  props: ChartProps,
  { formats, empty, gapsUntilMs, view, full, readMs, atMs, setView, setReadMs }: PlotState,
): { readonly host: RefObject<HTMLDivElement | null>; readonly left: number } {
  const { lines, gaps, bands = NO_BANDS, marks = NO_MARKS, days = NO_DAYS } = props
  const { axis, lang, zone } = props
  const { scale = 'linear', metric } = props
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<Plot>(undefined)
  const [left, setLeft] = useState(0)
  // The plot outlives a render and reads the current values when it draws.
  const current = useRef({ gaps, bands, marks, days, gapsUntilMs, atMs, full, setView })
  current.current = { gaps, bands, marks, days, gapsUntilMs, atMs, full, setView }

  const shape = JSON.stringify([
    axis,
    lang,
    zone,
    scale,
    metric,
    lines.map(({ key, label, color, ending, other }) => [key, label, color, ending, other]),
  ])
  useEffect(() => {
    const element = host.current
    if (element === null || empty) return
    let colors = readChartColors(element)
    const made = createPlot({
      host: element,
      axis,
      scale,
      zone,
      lines,
      formats,
      colors: () => colors,
      gaps: () => current.current.gaps,
      bands: () => current.current.bands,
      marks: () => current.current.marks,
      days: () => current.current.days,
      gapsUntilMs: () => current.current.gapsUntilMs,
      readAtMs: () => current.current.atMs,
      onView: (next) => {
        current.current.setView(next)
      },
      onPoint: setReadMs,
      onPinch: (next) => {
        current.current.setView(fitRange(next, current.current.full))
      },
      onReset: () => {
        current.current.setView(undefined)
      },
    })
    plot.current = made
    const stopFollowing = followTheme(() => {
      colors = readChartColors(element)
      made.redraw()
    })
    return () => {
      stopFollowing()
      made.destroy()
      plot.current = undefined
    }
  }, [shape, empty])

  useEffect(() => {
    plot.current?.update(lines, gaps, view)
  }, [shape, empty, lines, gaps, bands, marks, days, view.fromMs, view.untilMs])

  useEffect(() => {
    if (readMs === undefined) plot.current?.unmark()
    else setLeft((plot.current?.mark(atMs) ?? 0) / (host.current?.clientWidth ?? 1))
  }, [shape, atMs, readMs, view.fromMs, view.untilMs])
  return { host, left }
}

/** Describes the range, the newest values and the gaps for screen readers. */
function describeChart(
  { lines, gaps, messages }: ChartProps,
  formats: ChartFormats,
  view: AxisRange,
  newestMs: number,
): string {
  const newest = readValues(lines, gaps, Math.min(newestMs, view.untilMs))
  return [
    messages.title,
    `${formats.moment(view.fromMs)} – ${formats.moment(view.untilMs)}`,
    ...newest.map(
      (reading) => `${reading.line.label}: ${describeReading(reading, formats, messages)}`,
    ),
    ...(gaps.length === 0 ? [] : [`${messages.gap}: ${formats.whole(gaps.length)}`]),
  ].join('. ')
}

function handleKey(event: KeyboardEvent, keys: Readonly<Record<string, () => void>>): void {
  const act = keys[event.key]
  if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  act()
}

const NO_BANDS: readonly ChartBand[] = []
const NO_MARKS: readonly number[] = []
const NO_DAYS: ChartDays = { nights: [], resets: [] }

/** Computes what depends on points and gaps only. */
function knowTimes({ lines, gaps, bands = NO_BANDS, axis, fromMs, untilMs }: ChartProps) {
  const times = lines.flatMap((line) => line.points.map(({ atMs }) => atMs))
  const ends = gaps.flatMap((gap) =>
    gap.untilMs === undefined ? [gap.fromMs] : [gap.fromMs, gap.untilMs],
  )
  const lasts = gaps.some((gap) => gap.untilMs === undefined)
  const now = axis === 'time' && lasts ? [Math.min(serverNowMs(), untilMs ?? Infinity)] : []
  const full = fullRange([...times, ...ends, ...now, ...bands.map((band) => band.untilMs)], {
    fromMs,
    untilMs,
  })
  const gapsUntilMs = now[0] ?? full.untilMs
  const stops = findStops(lines, gaps, gapsUntilMs, bands)
  const own = lines.find((line) => line.points.length > 0)?.points.at(-1)?.atMs
  const newestMs = lasts ? (findStops(lines, gaps, gapsUntilMs).at(-1) ?? 0) : (own ?? 0)
  return { full, gapsUntilMs, stops, newestMs, empty: times.length === 0 }
}
