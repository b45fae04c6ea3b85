import { INT64_MAX } from '../../../platform/int64.ts'
import { DataProblem } from '../data-problem.ts'

/** The last millisecond of a date (ECMA-262, "Time Values and Time Range"). */
const LAST_MS = 8_640_000_000_000_000n

/** Returns the integer of canonical digits. Throws a {@link DataProblem} above int64. */
export function toInt64(text: string, field: string): bigint {
  const value = BigInt(text)
  if (value > INT64_MAX) throw new DataProblem('exceeds int64', { field })
  return value
}

/**
 * Returns the time of canonical digits, in Unix milliseconds. Throws a {@link DataProblem} for one
 * that is not a valid date.
 */
export function toTimeMs(text: string, field: string): bigint {
  const value = BigInt(text)
  if (value > LAST_MS || value < -LAST_MS) {
    throw new DataProblem('is not a time in Unix milliseconds', { field })
  }
  return value
}
