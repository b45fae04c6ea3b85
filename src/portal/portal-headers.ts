import { CONTENT_SECURITY_POLICIES } from '../platform/http/headers/content-security-policy.ts'

/** Returns the headers of every reply of the portal. */
export function portalHeaders(requestId: string): Readonly<Record<string, string>> {
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': CONTENT_SECURITY_POLICIES.portal,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
  }
}
