import { createSeries, type Series } from './series.ts'
import { OPERATION, type CounterFamily, type Family, type HistogramFamily } from './family.ts'
import type { Metric } from './sample.ts'

/** A counter. */
export interface Count {
  value: number
}

/** A histogram. */
export interface Histogram {
  /** Records a value. */
  add(value: number): void
  /**
   * Counts per bucket: values up to each bound and above the previous one; the last is above all
   * bounds.
   */
  readonly counts: Float64Array
  sum: number
}

/** Counters and histograms of one process. */
export interface Counts {
  readonly counter: (family: CounterFamily) => Series<Count>
  histogram(family: HistogramFamily): Series<Histogram>
  /** Returns all series of a metric so far, possibly none. */
  read(family: Family): Metric
}

/**
 * Creates all counters and histograms at zero. An update takes some tens of nanoseconds; a request
 * makes about ten (docs/adr/0014). `operations` are the values of the label `operation`.
 */
export function createCounts(families: readonly Family[], operations: readonly string[]): Counts {
  const counters = new Map<string, Series<Count>>()
  const histograms = new Map<string, Series<Histogram>>()
  for (const { kind, name, labels, bounds } of families) {
    const values = Object.values(labels).map((label) =>
      label === OPERATION ? operations : label.values,
    )
    if (kind === 'counter')
      counters.set(
        name,
        createSeries(values, () => ({ value: 0 })),
      )
    if (bounds !== undefined)
      histograms.set(
        name,
        createSeries(values, () => createHistogram(bounds)),
      )
  }
  const counter = ({ name }: Family) => found(counters.get(name), name)
  const histogram = ({ name }: Family) => found(histograms.get(name), name)
  return {
    counter,
    histogram,
    read: (family) => {
      const { name, kind, help, bounds = [] } = family
      if (kind !== 'histogram') {
        const samples = counter(family)
          .all()
          .map(({ values, cell }) => ({ labels: labelled(family, values), value: cell.value }))
        return { name, kind, help, samples }
      }
      const samples = histogram(family)
        .all()
        .map(({ values, cell }) => ({ labels: labelled(family, values), ...summed(cell, bounds) }))
      return { name, kind, help, samples }
    },
  }
}

/** Returns label values by the labels of `family`. */
export function labelled(
  { labels }: Family,
  values: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(labels).map((label, at) => [label, values[at] ?? '']))
}

function createHistogram(bounds: readonly number[]): Histogram {
  const counts = new Float64Array(bounds.length + 1)
  const histogram: Histogram = {
    counts,
    sum: 0,
    add: (value) => {
      let at = 0
      // Most values are small, so the search starts at the smallest bound.
      while (at < bounds.length && value > (bounds[at] as number)) at += 1
      counts[at] = (counts[at] as number) + 1
      histogram.sum += value
    },
  }
  return histogram
}

function summed({ counts, sum }: Histogram, bounds: readonly number[]) {
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
