import type { JSX } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { createPlot, type Plot } from './create-plot.ts'
import { followTheme, readCurveColours } from './curve-colours.ts'
import { CurveControls } from './curve-controls.tsx'
import { createCurveFormats } from './curve-formats.ts'
import type { CurveProps } from './curve-props.ts'
import { CurveReadout, sayReading, sayReadout } from './curve-readout.tsx'
import { CurveTable } from './curve-table.tsx'
import { curveWords } from './curve-words.ts'
// oxlint-disable-next-line import/no-unassigned-import -- the build takes the style sheet from here
import './curve.css'
import { fullView, shiftView, showTime, zoomView, type View } from './move-view.ts'
import { findStop, findStops, readCurve } from './read-curve.ts'

export type { CurveGap, CurveLine, CurvePoint, CurveProps, CurveTexts } from './curve-props.ts'

/**
 * Draws ranks over time, with a readout, a table of the same data, and buttons and keys for whoever has no mouse. Nothing is
 * drawn across a gap.
 */
export function Curve(props: CurveProps): JSX.Element {
  const { lines, gaps, axis, lang, zone, texts } = props
  const words = curveWords(lang)
  const formats = useMemo(() => createCurveFormats({ axis, lang, zone }), [axis, lang, zone])
  const known = useMemo(() => knowTimes(props), [lines, gaps, axis, props.fromMs, props.untilMs])
  const [chosen, setView] = useState<View>()
  const [readMs, setReadMs] = useState<number>()
  const [said, setSaid] = useState('')
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<Plot>(undefined)

  const { stops, full, gapsUntilMs } = known
  const view = chosen ?? full
  const place =
    stops.length === 0 ? -1 : findStop(stops, gaps, readMs ?? known.newestMs, gapsUntilMs)
  const atMs = stops[place] ?? known.newestMs
  const readout = { axis, atMs, readings: readCurve(lines, gaps, atMs), formats, texts }

  // The plot lives longer than one drawing of this component, and asks for what holds when it draws.
  const current = useRef({ gaps, gapsUntilMs, atMs })
  current.current = { gaps, gapsUntilMs, atMs }

  const shape = JSON.stringify([
    axis,
    lang,
    zone,
    lines.map(({ key, label, colour, dashed }) => [key, label, colour, dashed]),
  ])
  const empty = known.empty
  useEffect(() => {
    const element = host.current
    if (element === null || empty) return
    let colours = readCurveColours(element)
    const made = createPlot({
      host: element,
      axis,
      zone,
      lines,
      formats,
      colours: () => colours,
      gaps: () => current.current.gaps,
      gapsUntilMs: () => current.current.gapsUntilMs,
      readAtMs: () => current.current.atMs,
      onView: setView,
      onPoint: setReadMs,
    })
    plot.current = made
    const stopFollowing = followTheme(() => {
      colours = readCurveColours(element)
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
  }, [shape, empty, lines, gaps, view.fromMs, view.untilMs])

  useEffect(() => {
    if (readMs !== undefined) plot.current?.mark(atMs)
  }, [shape, atMs, readMs, view.fromMs, view.untilMs])

  // A view belongs to its axis: what was zoomed on one means nothing on another.
  useEffect(() => {
    setView(undefined)
    setReadMs(undefined)
  }, [axis])

  const label = [
    texts.title,
    `${formats.moment(full.fromMs)} – ${formats.moment(full.untilMs)}`,
    ...readCurve(lines, gaps, known.newestMs).map(
      (reading) => `${reading.line.label}: ${sayReading(reading, formats, texts)}`,
    ),
    ...(gaps.length === 0 ? [] : [`${texts.gap}: ${formats.whole(gaps.length)}`]),
    words.keys,
  ].join('. ')

  const step = (by: number) => {
    const next = stops[Math.min(Math.max(place + by, 0), stops.length - 1)]
    if (next === undefined) return
    setReadMs(next)
    setView(chosen && showTime(chosen, full, next))
    setSaid(sayReadout({ ...readout, atMs: next, readings: readCurve(lines, gaps, next) }))
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => {
      step(-1)
    },
    ArrowRight: () => {
      step(1)
    },
    Home: () => {
      step(-Infinity)
    },
    End: () => {
      step(Infinity)
    },
    '+': () => {
      setView(zoomView(view, full, 0.5))
    },
    '-': () => {
      setView(zoomView(view, full, 2))
    },
    '0': () => {
      setView(undefined)
    },
  }

  if (empty) return <p class="curve-empty">{texts.noData}</p>
  return (
    <figure class="curve" lang={lang}>
      <figcaption class="curve-hidden">{texts.title}</figcaption>
      <div
        class="curve-plot"
        role="img"
        aria-label={label}
        tabIndex={0}
        ref={host}
        onKeyDown={(event) => {
          const act = keys[event.key]
          if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return
          event.preventDefault()
          act()
        }}
      />
      <CurveReadout {...readout} />
      <p class="curve-hidden" aria-live="polite">
        {said}
      </p>
      <CurveControls
        words={words}
        reset={texts.reset}
        zoomed={chosen !== undefined}
        onZoom={(factor) => {
          setView(zoomView(view, full, factor))
        }}
        onShift={(part) => {
          setView(shiftView(view, full, part))
        }}
        onReset={() => {
          setView(undefined)
        }}
      />
      <CurveTable {...props} formats={formats} />
    </figure>
  )
}

/** What follows from the points and gaps alone. */
function knowTimes({ lines, gaps, axis, fromMs, untilMs }: CurveProps) {
  const times = lines.flatMap((line) => line.points.map(({ atMs }) => atMs))
  const ends = gaps.flatMap((gap) =>
    gap.untilMs === undefined ? [gap.fromMs] : [gap.fromMs, gap.untilMs],
  )
  const lasts = gaps.some((gap) => gap.untilMs === undefined)
  const now = axis === 'time' && lasts ? [Math.min(Date.now(), untilMs ?? Infinity)] : []
  const full = fullView([...times, ...ends, ...now], { fromMs, untilMs })
  const gapsUntilMs = now[0] ?? full.untilMs
  const stops = findStops(lines, gaps, gapsUntilMs)
  const own = lines.find((line) => line.points.length > 0)?.points.at(-1)?.atMs
  const newestMs = lasts ? (stops.at(-1) ?? 0) : (own ?? 0)
  return { full, gapsUntilMs, stops, newestMs, empty: times.length === 0 }
}
