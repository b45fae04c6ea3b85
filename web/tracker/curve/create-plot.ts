import uPlot from 'uplot'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time-units.ts'
import type { CurveColours } from './curve-colours.ts'
import type { CurveFormats } from './curve-formats.ts'
import type { CurveGap, CurveLine, CurveProps } from './curve-props.ts'
import { drawGaps } from './draw-gaps.ts'
import type { View } from './move-view.ts'
import { toPlotData, type PlotData } from './to-plot-data.ts'

/** What a plot is made of and asks while it lives. */
export interface PlotOptions {
  readonly host: HTMLElement
  readonly axis: CurveProps['axis']
  readonly zone: string
  readonly lines: readonly CurveLine[]
  readonly formats: CurveFormats
  /** Asked at each drawing, so that a change of the theme needs no new plot. */
  readonly colours: () => CurveColours
  readonly gaps: () => readonly CurveGap[]
  /** To where a gap is drawn that lasts. */
  readonly gapsUntilMs: () => number
  /** The time that the readout tells of. */
  readonly readAtMs: () => number
  /** The reader has marked a range. */
  readonly onView: (view: View) => void
  /** The reader points at a time; `undefined`: no longer. */
  readonly onPoint: (atMs: number | undefined) => void
}

/** A drawn curve. */
export interface Plot {
  /** Shows these points of the same lines, and this range. */
  update(lines: readonly CurveLine[], gaps: readonly CurveGap[], view: View): void
  /** Puts the cursor on the time of the readout. */
  mark(atMs: number): void
  redraw(): void
  readonly canvas: HTMLCanvasElement
  destroy(): void
}

const SINCE_STEPS = [1, 2, 5, 10, 15, 30]
  .map((minutes) => minutes * MINUTE_MS)
  .concat([1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS))
  .concat([1, 2, 3, 5, 7, 14, 30, 90, 365].map((days) => days * DAY_MS))

/** Makes the plot inside its host, as wide as that is from then on. */
export function createPlot(options: PlotOptions): Plot {
  const { host, lines, colours } = options
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
        // The dots sit on the snapshot that the readout tells of, and a line without one there has none.
        dataIdx: () => findPlace(data.times, options.readAtMs()),
      },
      scales: { x: { time: options.axis === 'time' }, y: { range: rangeOfPoints } },
      axes: [timeAxis(options), pointsAxis(options)],
      series: [{}, ...lines.map((line) => seriesOf(line, colours, () => data))],
      hooks: {
        drawClear: [
          (self) => {
            drawGaps(self, options.gaps(), {
              colour: colours().gap,
              untilMs: options.gapsUntilMs(),
            })
          },
        ],
        setSelect: [
          (self) => {
            const { left, width } = self.select
            if (width <= 0) return
            self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
            options.onView({
              fromMs: self.posToVal(left, 'x'),
              untilMs: self.posToVal(left + width, 'x'),
            })
          },
        ],
      },
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
      // The dots under the cursor take their colour when it moves.
      plot.setCursor({ left: plot.cursor.left ?? -10, top: plot.cursor.top ?? -10 }, false)
    },
    destroy() {
      resized.disconnect()
      stopPointing()
      plot.destroy()
    },
  }
}

function seriesOf(
  line: CurveLine,
  colours: () => CurveColours,
  data: () => PlotData,
): uPlot.Series {
  const stroke = () => colours().lines[line.colour % 8] ?? colours().ink
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

function timeAxis({ axis, formats, colours }: PlotOptions): uPlot.Axis {
  return {
    stroke: () => colours().ink,
    grid: { stroke: () => colours().grid, width: 1 },
    ticks: { stroke: () => colours().grid, width: 1, size: 5 },
    font: '12px system-ui, sans-serif',
    space: 76,
    size: axis === 'time' ? 44 : 30,
    values: (_, splits) => formats.ticks(splits),
    ...(axis === 'since' ? { incrs: SINCE_STEPS } : {}),
  }
}

function pointsAxis({ formats, colours }: PlotOptions): uPlot.Axis {
  return {
    stroke: () => colours().ink,
    grid: { stroke: () => colours().grid, width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
    size: 58,
    space: 44,
    values: (_, splits) => splits.map((points) => formats.compact(points)),
  }
}

/** From 0 where what is shown begins near it; a flat line lies in the middle, and no line at all has an axis too. */
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

/** Tells where the reader points, also with a finger, which uPlot does not follow. */
function followPointer(plot: uPlot, onPoint: (atMs: number | undefined) => void): () => void {
  const { over } = plot
  const moved = (event: PointerEvent) => {
    onPoint(plot.posToVal(event.clientX - over.getBoundingClientRect().left, 'x'))
  }
  const left = (event: PointerEvent) => {
    // A finger that is lifted leaves the readout where it was.
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
