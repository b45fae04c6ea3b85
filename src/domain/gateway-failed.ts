import type { ErrorCode } from './service-error.ts'

/** Error codes with which a gateway's call ends that failed. */
export const GATEWAY_FAILED: ReadonlySet<string> = new Set<ErrorCode>([
  'upstream_error',
  'upstream_timeout',
  'unavailable',
  'maintenance',
])
