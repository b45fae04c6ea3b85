import { DataProblem } from '../data-problem.ts'

const INT64_MAX = 2n ** 63n - 1n
/** The last millisecond that a date can name (ECMA-262, "Time Values and Time Range"). */
const LAST_MS = 8_640_000_000_000_000n

/** The integer of canonical digits. Throws a {@link DataProblem} over int64. */
export function toInt64(text: string, field: string): bigint {
  const value = BigInt(text)
  if (value > INT64_MAX) throw new DataProblem('is over int64', { field })
  return value
}

/** The time of canonical digits, in Unix milliseconds. Throws a {@link DataProblem} for one that no date can name. */
export function toTimeMs(text: string, field: string): bigint {
  const value = BigInt(text)
  if (value > LAST_MS || value < -LAST_MS) {
    throw new DataProblem('is not a time in Unix milliseconds', { field })
  }
  return value
}
