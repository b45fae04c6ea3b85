import uPlot from 'uplot'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/platform/time/time-units.ts'
import type { ChartColors } from './chart-colors.ts'
import type { ChartFormats } from '../chart-formats.ts'
import type { ChartBand, ChartDays, ChartGap, ChartLine, ChartProps } from '../chart-props.ts'
import { drawBands, topOf } from './draw-bands.ts'
import { drawDays } from './draw-days.ts'
import { drawEndings, endingsWidth } from './draw-endings.ts'
import { drawGaps } from './draw-gaps.ts'
import { drawMarks } from './draw-marks.ts'
import type { AxisRange } from './axis-range.ts'
import { followPointer, type PointerActions } from './follow-pointer.ts'
import { toPlotData, type PlotData } from './to-plot-data.ts'

/** Options of a plot. */
export interface PlotOptions extends PointerActions {
  readonly host: HTMLElement
  readonly axis: ChartProps['axis']
  readonly scale: 'linear' | 'log'
  readonly zone: string
  readonly lines: readonly ChartLine[]
  readonly formats: ChartFormats
  /** Called at each draw, so that a theme change needs no new plot. */
  readonly colors: () => ChartColors
  readonly gaps: () => readonly ChartGap[]
  readonly bands: () => readonly ChartBand[]
  /** The marked times, in milliseconds of the axis. */
  readonly marks: () => readonly number[]
  readonly days: () => ChartDays
  /** End of an open gap in the chart. */
  readonly gapsUntilMs: () => number
  /** The time of the readout. */
  readonly readAtMs: () => number
  /** Called when the reader selects a range. */
  readonly onView: (view: AxisRange) => void
}

/** A drawn chart. */
export interface Plot {
  /** Updates the points and the range of the same lines. */
  update(lines: readonly ChartLine[], gaps: readonly ChartGap[], view: AxisRange): void
  /** Moves the cursor to a time and returns its distance from the left, in CSS pixels. */
  mark(atMs: number): number
  /** Hides the cursor. */
  unmark(): void
  redraw(): void
  readonly canvas: HTMLCanvasElement
  destroy(): void
}

const SINCE_STEPS = [1, 2, 5, 10, 15, 30]
  .map((minutes) => minutes * MINUTE_MS)
  .concat([1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS))
  .concat([1, 2, 3, 5, 7, 14, 30, 90, 365].map((days) => days * DAY_MS))

/** Dashes of the lines of the page's run and of the other runs. */
const DASHES: readonly (readonly number[])[] = [[], [8, 5], [3, 4], [12, 4, 3, 4]]

/** Creates the plot inside its host and follows the host's size. */
export function createPlot(options: PlotOptions): Plot {
  const { host, lines } = options
  let data: PlotData = { times: [], columns: lines.map(() => []), alone: [] }
  let untilMs = 0
  const plot = new uPlot(
    {
      ...sizeOf(host),
      ms: 1,
      tzDate: (atMs) => uPlot.tzDate(new Date(atMs), options.zone),
      legend: { show: false },
      padding: [12, endingsWidth(lines), 0, 0],
      cursor: {
        y: false,
        drag: { x: true, y: false, setScale: false, dist: 5 },
        points: { size: 9 },
        // The dots mark the snapshot of the readout; a line without one has no dot.
        dataIdx: () => findPlace(data.times, options.readAtMs()),
      },
      scales: {
        x: { time: options.axis === 'time' },
        y: { distr: options.scale === 'log' ? 3 : 1, range: rangeOf(options, () => untilMs) },
      },
      axes: [timeAxis(options), pointsAxis(options)],
      series: [{}, ...lines.map((line) => seriesOf(line, options, () => data))],
      hooks: plotHooks(options),
    },
    [[], ...lines.map(() => [])],
    host,
  )
  const stopPointing = followPointer(plot, options)
  const resized = new ResizeObserver(() => plot.setSize(sizeOf(host)))
  resized.observe(host)
  return {
    canvas: plot.ctx.canvas,
    update(next, gaps, view) {
      data = toPlotData(next, gaps)
      untilMs = view.untilMs
      plot.batch(() => {
        plot.setData([data.times, ...data.columns], false)
        plot.setScale('x', { min: view.fromMs, max: view.untilMs })
      })
    },
    mark(atMs) {
      const left = plot.valToPos(atMs, 'x')
      plot.setCursor({ left, top: 0 }, false)
      return left + plot.over.offsetLeft
    },
    unmark() {
      plot.setCursor({ left: -10, top: -10 }, false)
    },
    redraw() {
      plot.redraw(false)
      // uPlot recolors the cursor dots only when the cursor moves.
      plot.setCursor({ left: plot.cursor.left ?? -10, top: plot.cursor.top ?? -10 }, false)
    },
    destroy() {
      resized.disconnect()
      stopPointing()
      plot.destroy()
    },
  }
}

/** Draws days, marks and gaps below the lines and names above them; reports a selected range. */
function plotHooks(options: PlotOptions): uPlot.Hooks.Arrays {
  const { axis, lines, colors, marks, gaps, bands, days, gapsUntilMs, onView } = options
  const lineColor = (line: ChartLine) => colorOf(line, colors())
  return {
    drawClear: [
      (self) => {
        if (axis === 'time') drawDays(self, days(), colors())
        drawMarks(self, marks(), colors().gap)
        drawGaps(self, gaps(), { color: colors().gap, untilMs: gapsUntilMs() })
        drawBands(self, bands(), { lines, colorOf: lineColor })
      },
    ],
    draw: [
      (self) =>
        drawEndings(self, lines, { bands: bands(), colorOf: lineColor, font: colors().font }),
    ],
    setSelect: [
      (self) => {
        const { left, width } = self.select
        if (width <= 0) return
        self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
        onView({ fromMs: self.posToVal(left, 'x'), untilMs: self.posToVal(left + width, 'x') })
      },
    ],
  }
}

function colorOf({ color, other = 0 }: ChartLine, colors: ChartColors): string {
  return (other === 0 ? colors.lines : colors.paleLines)[color % 8] ?? colors.ink
}

function seriesOf(
  line: ChartLine,
  { colors, lines }: PlotOptions,
  data: () => PlotData,
): uPlot.Series {
  const stroke = () => colorOf(line, colors())
  return {
    label: line.label,
    stroke,
    width: 2.25,
    dash: [...(DASHES[line.other ?? 0] ?? [])],
    // A rank alone has its area filled.
    ...(lines.length === 1 && { fill: (self: uPlot) => fade(self, stroke()) }),
    points: {
      size: 5,
      stroke,
      fill: stroke,
      filter: (_, place, show) => (show ? null : (data().alone[place - 1] ?? [])),
    },
  }
}

/** Returns a gradient from a pale color at the top of the plot to nothing at its bottom. */
function fade({ ctx, bbox }: uPlot, color: string): CanvasGradient | string {
  if (!Number.isFinite(bbox.height) || bbox.height <= 0) return 'transparent'
  const gradient = ctx.createLinearGradient(0, bbox.top, 0, bbox.top + bbox.height)
  gradient.addColorStop(0, color.replace(/^rgb\((.*)\)$/, 'rgb($1 / 0.26)').replaceAll(',', ' '))
  gradient.addColorStop(1, 'transparent')
  return gradient
}

function timeAxis({ axis, formats, colors }: PlotOptions): uPlot.Axis {
  return {
    stroke: () => colors().ink,
    grid: { show: false },
    ticks: { stroke: () => colors().grid, width: 1, size: 5 },
    font: `12px ${colors().font}`,
    space: 76,
    size: axis === 'time' ? 44 : 30,
    values: (_, splits) => formats.ticks(splits),
    ...(axis === 'since' ? { incrs: SINCE_STEPS } : {}),
  }
}

function pointsAxis({ formats, colors }: PlotOptions): uPlot.Axis {
  return {
    stroke: () => colors().ink,
    grid: { stroke: () => colors().grid, width: 1 },
    ticks: { show: false },
    font: `12px ${colors().font}`,
    size: 52,
    gap: 6,
    space: 44,
    // A logarithmic axis leaves out most of its ticks.
    values: (_, splits: readonly (number | null)[]) =>
      splits.map((points) => (points === null ? '' : formats.compact(points))),
  }
}

/**
 * Returns the range of the vertical axis. Linear: starts at 0 if the data begins near it, except
 * for a rank alone; centers a flat line; has a default without data. Includes the predicted ends.
 */
function rangeOf(
  { scale, lines, bands }: PlotOptions,
  untilMs: () => number,
): uPlot.Range.Function {
  return (_, least, greatest) => {
    if (least === null || greatest === null) return scale === 'log' ? [1, 100] : [0, 100]
    const most = Math.max(greatest, topOf(bands(), untilMs()))
    if (scale === 'log') return [Math.max(1, least * 0.85), Math.max(10, most * 1.15)]
    const spare = (most - least) * 0.06 || Math.max(1, most * 0.1)
    const isNearZero = lines.length > 1 && least < (most - least) * 0.4
    return [isNearZero ? 0 : Math.max(0, least - spare), most + spare]
  }
}

function findPlace(times: readonly number[], atMs: number): number {
  return times.findLastIndex((time) => time <= atMs)
}

function sizeOf(host: HTMLElement): { width: number; height: number } {
  return { width: Math.max(160, host.clientWidth), height: Math.max(160, host.clientHeight) }
}
