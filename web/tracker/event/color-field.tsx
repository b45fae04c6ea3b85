import type { JSX } from 'preact'
import { seededNumbers } from './seeded-numbers.ts'

const WIDTH = 1_200
const HEIGHT = 320

/** Degrees by which the color of an event may differ from the color of its region. */
const HUE_TURN_MAX = 16

/**
 * Renders the field behind an event without a banner: the color of its region, turned slightly, and
 * one of four stage patterns. The same seed always gives the same field.
 */
export function ColorField({
  seed,
  isPlain = false,
}: {
  readonly seed: string
  /** Whether the field has no pattern, for small sizes. */
  readonly isPlain?: boolean
}): JSX.Element {
  const next = seededNumbers(seed)
  const turn = Math.round((next() * 2 - 1) * HUE_TURN_MAX)
  const pattern = PATTERNS[Math.floor(next() * PATTERNS.length)] ?? beams
  return (
    <div class="field" style={{ filter: `hue-rotate(${turn}deg)` }} aria-hidden="true">
      {!isPlain && (
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMaxYMid slice">
          {pattern(next)}
        </svg>
      )}
    </div>
  )
}

type Pattern = (next: () => number) => JSX.Element

const PATTERNS: readonly Pattern[] = [beams, bars, rings, dots]

/** Light cones from above. */
function beams(next: () => number): JSX.Element {
  const cones = Array.from({ length: 6 }, (_, at) => {
    const top = 300 + at * 150 + next() * 90
    const left = top - 260 + next() * 300
    return `M${round(top)} -20L${round(left)} 340H${round(left + 90 + next() * 160)}Z`
  })
  return (
    <>
      {cones.map((d, at) => (
        <path key={d} d={d} fill="#fff" opacity={at % 2 === 0 ? 0.08 : 0.05} />
      ))}
    </>
  )
}

/** The bars of a level meter. */
function bars(next: () => number): JSX.Element {
  const count = 26
  const phase = next() * 6
  return (
    <g fill="#fff" opacity="0.11">
      {Array.from({ length: count }, (_, at) => {
        const swell = 0.5 + 0.5 * Math.sin(phase + at / 2.6)
        const height = 24 + (0.35 + 0.65 * swell) * next() * 250
        const x = WIDTH - (count - at) * 30
        return (
          <rect key={x} x={x} y={round(HEIGHT - height)} width="16" height={round(height)} rx="4" />
        )
      })}
    </g>
  )
}

/** Rings around a point at the right. */
function rings(next: () => number): JSX.Element {
  const [x, y] = [860 + next() * 260, 40 + next() * 240]
  return (
    <g fill="none" stroke="#fff" opacity="0.13">
      {Array.from({ length: 9 }, (_, at) => (
        <circle
          key={at}
          cx={round(x)}
          cy={round(y)}
          r={round(30 + at * (38 + next() * 12))}
          stroke-width={round(3 + next() * 13)}
        />
      ))}
    </g>
  )
}

/** A grid of lamps that fades to the left. */
function dots(next: () => number): JSX.Element {
  const columns = 24
  const wave = next() * 6
  return (
    <g stroke="#fff" stroke-linecap="round" opacity="0.15">
      {[...dotsBySize(columns, wave)].map(([radius, path]) => (
        <path key={radius} stroke-width={2 * radius} d={path} />
      ))}
    </g>
  )
}

/** Returns the dots of each radius, which are whole numbers, as one path. */
function dotsBySize(columns: number, wave: number): ReadonlyMap<number, string> {
  const paths = new Map<number, string>()
  for (let column = 0; column < columns; column += 1) {
    for (let row = 0; row < 9; row += 1) {
      const size = (column / columns) * (5 + 4 * Math.sin(wave + column / 3 + row / 1.7))
      const radius = Math.max(1, Math.round(size))
      const dot = `M${340 + column * 37} ${14 + row * 37}h0`
      paths.set(radius, (paths.get(radius) ?? '') + dot)
    }
  }
  return paths
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
