import type { NoPrediction } from '../prediction.ts'

/** Texts about predictions. Numbers and times are formatted already. */
export interface PredictionMessages {
  readonly title: string
  /** The predicted points of a rank, and the range of nine of ten results. */
  readonly ends: (value: string, low: string, high: string) => string
  /** What past predictions were off by. */
  readonly offBy: (percent: string) => string
  /** Why there is no prediction, as a sentence. */
  readonly none: Readonly<Record<NoPrediction, string>>
  /** The same for one rank, in a word or two. */
  readonly noneOfRank: Readonly<Record<NoPrediction, string>>
  /** For a prediction from so few events that nothing was measured. */
  readonly unmeasured: string
  /** What a prediction comes from. */
  readonly about: (events: number) => string
  readonly aboutRate: string
  readonly aboutRanges: string
  readonly forEnd: (time: string) => string
  readonly made: (time: string) => string
  readonly predicted: string
  readonly half: string
  readonly nineOfTen: string
  readonly ranges: string
  /** For an ended run. */
  readonly halfTimeTitle: string
  readonly halfTime: string
  /** The same in a cell below the result; without an error if there is no result. */
  readonly halfTimeOf: (value: string, error: string) => string
  readonly final: string
  readonly difference: string
  readonly halfTimeNone: string
  readonly halfTimeAbout: string
  readonly how: string
}
