/** A label of metrics, with every value it can have: clients cannot add series. */
export interface Label {
  /** The name of the set of values, as in the documents. */
  readonly kind: string
  /** Any other value is counted as `other`, and a missing one as `none`. */
  readonly values: readonly string[]
}

/** A metric's labels, by name. */
export type Labels = Readonly<Record<string, Label>>

/** Declaration of one metric. */
export interface Family {
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly name: string
  readonly help: string
  readonly labels: Labels
  /** Ascending upper bounds of a histogram. */
  readonly bounds?: readonly number[]
}

/** A counter that observations increase. */
export interface CounterFamily extends Family {
  readonly kind: 'counter'
}

/** A histogram. */
export interface HistogramFamily extends Family {
  readonly kind: 'histogram'
  readonly bounds: readonly number[]
}

/** Values of a gauge, one per combination of label values. */
export type GaugeReading = readonly (readonly [values: readonly string[], value: number])[]

/** A metric that is read from a state when it is requested. */
export interface Gauge<State> extends Family {
  /** `counter` for totals that something else counts, such as the operating system. */
  readonly kind: 'gauge' | 'counter'
  readonly read: (state: State) => GaugeReading
}

/** The label `operation`. `app/` adds its values, since every interface has operations. */
export const OPERATION: Label = { kind: 'operation', values: [] }

/** Declares a counter. */
export function counter(name: string, help: string, labels: Labels = {}): CounterFamily {
  return { kind: 'counter', name, help, labels }
}

/** Declares a histogram. */
export function histogram(
  name: string,
  help: string,
  bounds: readonly number[],
  labels: Labels = {},
): HistogramFamily {
  return { kind: 'histogram', name, help, bounds, labels }
}

/** Declares a gauge with labels. */
export function gauge<State>(
  name: string,
  help: string,
  labels: Labels,
  read: (state: State) => GaugeReading,
): Gauge<State> {
  return { kind: 'gauge', name, help, labels, read }
}

/** Declares a gauge without labels. Booleans are read as 0 or 1; `undefined` leaves it out. */
export function valueGauge<State>(
  name: string,
  help: string,
  read: (state: State) => number | boolean | undefined,
): Gauge<State> {
  return gauge(name, help, {}, (state) => {
    const value = read(state)
    return value === undefined ? [] : [[[], Number(value)]]
  })
}

/** Bounds in seconds: from a cached answer on an idle machine to the hard deadline of a reply. */
export const REQUEST_SECONDS: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15,
]
