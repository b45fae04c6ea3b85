import uPlot from 'uplot'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/platform/time/time-units.ts'
import type { ChartColors } from './chart-colors.ts'
import type { ChartFormats } from './chart-formats.ts'
import type { ChartGap, ChartLine, ChartProps } from './chart-props.ts'
import { drawGaps } from './draw-gaps.ts'
import { drawMarks } from './draw-marks.ts'
import type { AxisRange } from './axis-range.ts'
import { toPlotData, type PlotData } from './to-plot-data.ts'

/** Options of a plot. */
export interface PlotOptions {
  readonly host: HTMLElement
  readonly axis: ChartProps['axis']
  readonly zone: string
  readonly lines: readonly ChartLine[]
  readonly formats: ChartFormats
  /** Called at each draw, so that a theme change needs no new plot. */
  readonly colors: () => ChartColors
  readonly gaps: () => readonly ChartGap[]
  /** The marked times, in milliseconds of the axis. */
  readonly marks: () => readonly number[]
  /** End of an open gap in the chart. */
  readonly gapsUntilMs: () => number
  /** The time of the readout. */
  readonly readAtMs: () => number
  /** Called when the reader selects a range. */
  readonly onView: (view: AxisRange) => void
  /** Called with the time under the pointer; `undefined` when it leaves. */
  readonly onPoint: (atMs: number | undefined) => void
}

/** A drawn chart. */
export interface Plot {
  /** Updates the points and the range of the same lines. */
  update(lines: readonly ChartLine[], gaps: readonly ChartGap[], view: AxisRange): void
  /** Moves the cursor to the time of the readout. */
  mark(atMs: number): void
  redraw(): void
  readonly canvas: HTMLCanvasElement
  destroy(): void
}

const SINCE_STEPS = [1, 2, 5, 10, 15, 30]
  .map((minutes) => minutes * MINUTE_MS)
  .concat([1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS))
  .concat([1, 2, 3, 5, 7, 14, 30, 90, 365].map((days) => days * DAY_MS))

/** Creates the plot inside its host and follows the host's width. */
export function createPlot(options: PlotOptions): Plot {
  const { host, lines, colors } = options
  let data: PlotData = { times: [], columns: lines.map(() => []), alone: [] }
  const plot = new uPlot(
    {
      ...sizeOf(host),
      ms: 1,
      tzDate: (atMs) => uPlot.tzDate(new Date(atMs), options.zone),
      legend: { show: false },
      padding: [12, 20, 0, 0],
      cursor: {
        y: false,
        drag: { x: true, y: false, setScale: false, dist: 5 },
        points: { size: 8 },
        // The dots mark the snapshot of the readout; a line without one has no dot.
        dataIdx: () => findPlace(data.times, options.readAtMs()),
      },
      scales: { x: { time: options.axis === 'time' }, y: { range: rangeOfPoints } },
      axes: [timeAxis(options), pointsAxis(options)],
      series: [{}, ...lines.map((line) => seriesOf(line, colors, () => data))],
      hooks: plotHooks(options),
    },
    [[], ...lines.map(() => [])],
    host,
  )
  const stopPointing = followPointer(plot, options.onPoint)
  const resized = new ResizeObserver(() => {
    plot.setSize(sizeOf(host))
  })
  resized.observe(host)
  return {
    canvas: plot.ctx.canvas,
    update(next, gaps, { fromMs, untilMs }) {
      data = toPlotData(next, gaps)
      plot.batch(() => {
        plot.setData([data.times, ...data.columns], false)
        plot.setScale('x', { min: fromMs, max: untilMs })
      })
    },
    mark(atMs) {
      plot.setCursor({ left: plot.valToPos(atMs, 'x'), top: 0 }, false)
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

/** Draws marks and gaps below the lines, and reports a selected range. */
function plotHooks({ marks, gaps, gapsUntilMs, colors, onView }: PlotOptions): uPlot.Hooks.Arrays {
  return {
    drawClear: [
      (self) => {
        drawMarks(self, marks(), colors().gap)
        drawGaps(self, gaps(), { color: colors().gap, untilMs: gapsUntilMs() })
      },
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

function seriesOf(line: ChartLine, colors: () => ChartColors, data: () => PlotData): uPlot.Series {
  const stroke = () => colors().lines[line.color % 8] ?? colors().ink
  return {
    label: line.label,
    stroke,
    width: 2,
    ...(line.dashed === true ? { dash: [7, 5] } : {}),
    points: {
      size: 5,
      stroke,
      fill: stroke,
      filter: (_, place, show) => (show ? null : (data().alone[place - 1] ?? [])),
    },
  }
}

function timeAxis({ axis, formats, colors }: PlotOptions): uPlot.Axis {
  return {
    stroke: () => colors().ink,
    grid: { stroke: () => colors().grid, width: 1 },
    ticks: { stroke: () => colors().grid, width: 1, size: 5 },
    font: '12px system-ui, sans-serif',
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
    font: '12px system-ui, sans-serif',
    size: 58,
    space: 44,
    values: (_, splits) => splits.map((points) => formats.compact(points)),
  }
}

/** Starts at 0 if the data begins near it; centers a flat line; has a default without data. */
function rangeOfPoints(_: uPlot, least: number | null, most: number | null): [number, number] {
  if (least === null || most === null) return [0, 100]
  const spare = (most - least) * 0.06 || Math.max(1, most * 0.1)
  return [least < (most - least) * 0.4 ? 0 : Math.max(0, least - spare), most + spare]
}

function findPlace(times: readonly number[], atMs: number): number {
  return times.findLastIndex((time) => time <= atMs)
}

function sizeOf(host: HTMLElement): { width: number; height: number } {
  const width = Math.max(160, host.clientWidth)
  return { width, height: width < 560 ? 260 : 380 }
}

/** Reports the time under the pointer, including touch, which uPlot ignores. */
function followPointer(plot: uPlot, onPoint: (atMs: number | undefined) => void): () => void {
  const { over } = plot
  const moved = (event: PointerEvent) => {
    onPoint(plot.posToVal(event.clientX - over.getBoundingClientRect().left, 'x'))
  }
  const left = (event: PointerEvent) => {
    // Lifting a finger keeps the readout.
    if (event.pointerType === 'mouse') onPoint(undefined)
  }
  over.addEventListener('pointerdown', moved)
  over.addEventListener('pointermove', moved)
  over.addEventListener('pointerleave', left)
  return () => {
    over.removeEventListener('pointerdown', moved)
    over.removeEventListener('pointermove', moved)
    over.removeEventListener('pointerleave', left)
  }
}
