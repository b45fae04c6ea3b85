import type { LineSampler } from './line-sampler.ts'
import type { LogLine } from './log-line.ts'
import type { Count, Histogram } from './metrics/counters.ts'
import type { CounterFamily, HistogramFamily } from './metrics/family.ts'
import type { Series } from './metrics/series.ts'
import type { Throttle } from './throttle.ts'

/** An event that the program reports. Holds no key, no query or path value, and no address. */
export interface Observed {
  readonly type: string
}

/** Receives one observation. Never throws and never waits. */
export type Observe<Observation extends Observed> = (observation: Observation) => void

/** What log rules may use besides the observation. */
export interface LogContext {
  /** Limits recurring lines, and counts them. */
  readonly throttle: Throttle
  /** Bounds the lines of a flood. */
  readonly sample: LineSampler
  /** Which requests are logged: all, or only rejected, failed and aborted ones. */
  readonly requests: 'all' | 'failed'
}

/** Returns the log line of an observation, or `undefined` for none. */
export type LogRule<Fields> = Bivariant<Fields & Observed, [LogContext], LogLine | undefined>

/** The counters and histograms of an observation, by the names its `count` uses. */
export type Families = Readonly<Record<string, CounterFamily | HistogramFamily>>

/** The series of families. */
export type SeriesOf<Declared extends Families> = {
  readonly [Name in keyof Declared]: Declared[Name] extends CounterFamily
    ? Series<Count>
    : Series<Histogram>
}

/** The rule of one observation: its fields (as a type), log line and metrics. */
export interface ObservationRule<Fields> {
  readonly log: LogRule<Fields>
  readonly families: Families
  /**
   * Creates the function that counts in these series. It runs for every observation: resolve
   * series without labels before.
   */
  readonly createCount:
    ((series: SeriesOf<Families>) => Bivariant<Fields & Observed, [], void>) | undefined
  /** Carries the type of the fields; never set. */
  readonly fields?: Fields
}

/** Rules by observation type. */
export type ObservationRules = Readonly<Record<string, ObservationRule<object>>>

/** The union of the observations that these rules declare. */
export type ObservationOf<Rules> = {
  [Type in keyof Rules & string]: Rules[Type] extends ObservationRule<infer Fields>
    ? { readonly type: Type } & Fields
    : never
}[keyof Rules & string]

/** Declaration of one observation. */
interface Declaration<Fields, Metrics extends Families> {
  readonly log: LogRule<Fields>
  /** A counter without labels that every observation increases by one. */
  readonly counter?: CounterFamily
  /** Counters and histograms that `count` updates instead; several observations may share one. */
  readonly metrics?: Metrics
  readonly count?: (series: SeriesOf<Metrics>) => Bivariant<Fields & Observed, [], void>
}

/**
 * Declares an observation with these fields. Two calls, since TypeScript infers either all type
 * arguments or none. Its type is its name in the table of its product.
 */
export function observation<Fields extends object = object>(): <const Metrics extends Families>(
  declaration: Declaration<Fields, Metrics>,
) => ObservationRule<Fields> {
  return ({ log, counter, metrics, count }) =>
    counter === undefined
      ? {
          log,
          families: metrics ?? {},
          createCount: count as ObservationRule<Fields>['createCount'],
        }
      : {
          log,
          families: { counter },
          createCount: increment as unknown as ObservationRule<Fields>['createCount'],
        }
}

/** Counts every observation in the only series of a counter. */
function increment(series: SeriesOf<{ readonly counter: CounterFamily }>): () => void {
  const cell = series.counter.at()
  return () => {
    cell.value += 1
  }
}

/** A function whose first parameter may be narrowed: rules of different fields share one table. */
type Bivariant<Observation, Rest extends readonly unknown[], Result> = {
  call(observation: Observation, ...rest: Rest): Result
}['call']
