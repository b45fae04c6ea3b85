import { CONTENT_SECURITY_POLICIES } from './content-security-policy.ts'

/**
 * Headers of a page without scripts: only styles and images of this origin load, and framing is
 * forbidden.
 */
export const STATIC_PAGE_HEADERS: readonly string[] = [
  'Content-Security-Policy',
  CONTENT_SECURITY_POLICIES.staticPage,
  'Referrer-Policy',
  'same-origin',
]
