/** What no page of ours allows: other origins, other bases, forms elsewhere, framing. */
const CLOSED = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]

function policyOf(...allowed: readonly string[]): string {
  return ["default-src 'none'", ...allowed, ...CLOSED].join('; ')
}

/** Policies of the Content-Security-Policy header, by what they are for. */
export const CONTENT_SECURITY_POLICIES = {
  /** Pages without scripts: status, documents that only show text, errors. */
  staticPage: policyOf("style-src 'self'", "img-src 'self'", "font-src 'self'"),
  /** The tracker and the documents; the tracker offers pictures that it draws itself. */
  tracker: policyOf(
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
  ),
  portal: policyOf("script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'"),
  /** Charts: an SVG that is opened by itself is a document, and must not run anything. */
  image: "default-src 'none'; sandbox",
} as const
