import type { ErrorCode } from '../platform/http/errors/service-error.ts'

/** The error codes of a failed gateway call. */
export const GATEWAY_FAILED: ReadonlySet<string> = new Set<ErrorCode>([
  'upstream_error',
  'upstream_timeout',
  'unavailable',
  'maintenance',
])
