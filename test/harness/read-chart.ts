import assert from 'node:assert/strict'

/** A value read from a chart: Unix milliseconds and points. */
export interface DrawnPoint {
  readonly atMs: number
  readonly points: number
}

/** The content of an SVG chart. */
export interface DrawnChart {
  /** By rank; each part is one unbroken stroke. */
  readonly lines: ReadonlyMap<number, readonly (readonly DrawnPoint[])[]>
  readonly gaps: readonly { readonly fromMs: number; readonly untilMs: number }[]
  /** Time and points per pixel. */
  readonly pixelMs: number
  readonly pixelPoints: number
}

/** Reads the values back from an SVG chart, using the scale in its attributes. */
export function readChart(svg: string): DrawnChart {
  const pair = (name: string): readonly [number, number] => {
    const text = new RegExp(`data-${name}="(\\S+) (\\S+)"`).exec(svg)
    assert.ok(text, name)
    return [Number(text[1]), Number(text[2])]
  }
  const [left, right] = pair('x')
  const [fromMs, untilMs] = pair('time')
  const [bottom, top] = pair('y')
  const [low, high] = pair('points')
  const pixelMs = (untilMs - fromMs) / (right - left)
  const pixelPoints = (high - low) / (bottom - top)
  const timeAt = (x: number) => fromMs + (x - left) * pixelMs
  const pointsAt = (y: number) => low + (bottom - y) * pixelPoints
  const lines = new Map<number, DrawnPoint[][]>()
  for (const [path] of svg.matchAll(/<path [^>]*class="line"[^>]*>/g)) {
    const rank = Number(/data-rank="(\d+)"/.exec(path)?.[1])
    const parts = (/ d="M([^"]+)"/.exec(path)?.[1] ?? '').split('M').map((part) =>
      part
        .replace(/h0$/, '')
        .split(/[L ]/)
        .map(Number)
        .reduce<[number, number][]>((points, value, index) => {
          if (index % 2 === 0) points.push([value, Number.NaN])
          else (points.at(-1) as [number, number])[1] = value
          return points
        }, [])
        .map(([x, y]) => ({ atMs: timeAt(x), points: pointsAt(y) })),
    )
    lines.set(rank, parts)
  }
  const gaps = [...svg.matchAll(/<rect class="gap" x="([^"]+)" y="[^"]+" width="([^"]+)"/g)].map(
    ([, x, width]) => ({
      fromMs: timeAt(Number(x)),
      untilMs: timeAt(Number(x) + Number(width)),
    }),
  )
  return { lines, gaps, pixelMs, pixelPoints }
}
