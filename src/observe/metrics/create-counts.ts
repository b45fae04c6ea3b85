import { createSeries, type Series } from './create-series.ts'
import { FAMILY_BY_NAME, LABELS, type Family, type MetricName } from './families.ts'
import type { Metric } from './sample.ts'

/** A number that grows. */
export interface Count {
  value: number
}

/** Values by how large they are. */
export interface Spread {
  /** Counts a value. */
  add(value: number): void
  /** How many values were at most each bound and above the one before; the last: above all bounds. */
  readonly counts: Float64Array
  sum: number
}

/** The series of counters and histograms, by the name of the metric. */
export interface Counts {
  counter(name: MetricName): Series<Count>
  histogram(name: MetricName): Series<Spread>
  /** Everything counted so far; metrics without a series of their own are there too. */
  read(name: MetricName): Metric
}

/**
 * Makes all counters and histograms, at nothing. Adding to one takes some tens of nanoseconds: about ten are added to for
 * each request (docs/adr/0014).
 */
export function createCounts(operations: readonly string[]): Counts {
  const counters = new Map<MetricName, Series<Count>>()
  const histograms = new Map<MetricName, Series<Spread>>()
  for (const [name, family] of Object.entries(FAMILY_BY_NAME) as [MetricName, Family][]) {
    const kinds = Object.values(family.labels ?? {})
    const labels = kinds.map((kind) => (kind === 'operation' ? operations : LABELS[kind]))
    const { bounds } = family
    if (family.kind === 'counter')
      counters.set(
        name,
        createSeries(labels, () => ({ value: 0 })),
      )
    if (bounds !== undefined)
      histograms.set(
        name,
        createSeries(labels, () => createSpread(bounds)),
      )
  }
  const counter = (name: MetricName) => found(counters.get(name), name)
  const histogram = (name: MetricName) => found(histograms.get(name), name)
  return {
    counter,
    histogram,
    read: (name) => {
      const { kind, help, bounds = [] } = FAMILY_BY_NAME[name]
      if (kind !== 'histogram') {
        const samples = counter(name)
          .all()
          .map(({ values, cell }) => ({ labels: labelled(name, values), value: cell.value }))
        return { name, kind, help, samples }
      }
      const samples = histogram(name)
        .all()
        .map(({ values, cell }) => ({ labels: labelled(name, values), ...summed(cell, bounds) }))
      return { name, kind, help, samples }
    },
  }
}

/** Names the values of a series of `name`. */
export function labelled(
  name: MetricName,
  values: readonly string[],
): Readonly<Record<string, string>> {
  const labels = Object.keys(FAMILY_BY_NAME[name].labels ?? {})
  return Object.fromEntries(labels.map((label, at) => [label, values[at] ?? '']))
}

function createSpread(bounds: readonly number[]): Spread {
  const counts = new Float64Array(bounds.length + 1)
  const spread: Spread = {
    counts,
    sum: 0,
    add: (value) => {
      let at = 0
      // Most values are small, so the search begins at the smallest bound.
      while (at < bounds.length && value > (bounds[at] as number)) at += 1
      counts[at] = (counts[at] as number) + 1
      spread.sum += value
    },
  }
  return spread
}

function summed({ counts, sum }: Spread, bounds: readonly number[]) {
  let count = 0
  const buckets = bounds.map((le, at) => {
    count += counts[at] ?? 0
    return { le, count }
  })
  return { buckets, count: count + (counts[bounds.length] ?? 0), sum }
}

function found<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`${name} is of another kind.`)
  return value
}
