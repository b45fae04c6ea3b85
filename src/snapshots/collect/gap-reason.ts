import type { GapReason } from '../../domain/history-store.ts'
import { ServiceError } from '../../domain/service-error.ts'

/** Why a reading that failed with this error gave no snapshot. */
export function gapReasonOf(error: unknown): GapReason {
  if (!(error instanceof ServiceError)) return 'unavailable'
  switch (error.code) {
    case 'maintenance':
      return 'maintenance'
    case 'upstream_timeout':
      return 'timeout'
    case 'unavailable':
      return 'unavailable'
    case 'not_found':
      return 'not_found'
    default:
      // It answered, and what it said cannot be right: to refuse a board that it was asked for as it must be is that, too.
      return 'upstream_error'
  }
}
