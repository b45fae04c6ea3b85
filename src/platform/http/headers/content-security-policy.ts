/** What no page of ours allows: other origins, other bases, forms elsewhere, framing. */
const CLOSED = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]

function policyOf(...allowed: readonly string[]): string {
  return ["default-src 'none'", ...allowed, ...CLOSED].join('; ')
}

/**
 * Returns the policy of the tracker, which offers pictures that it draws itself, and shows pictures
 * of the given origins. `styles` are the sources of its inline styles.
 */
export function trackerPolicy(
  pictureOrigins: readonly string[],
  styles: readonly string[] = [],
): string {
  return policyOf(
    "script-src 'self'",
    ["style-src 'self'", ...styles].join(' '),
    ["img-src 'self' blob:", ...pictureOrigins].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
  )
}

/** Returns the same policy for a page that pages of other origins may show in a frame. */
export function frameablePolicy(policy: string): string {
  return policy.replace("frame-ancestors 'none'", 'frame-ancestors *')
}

/** Policies of the Content-Security-Policy header, by what they are for. */
export const CONTENT_SECURITY_POLICIES = {
  /** Pages without scripts: documents that only show text, errors. */
  staticPage: policyOf("style-src 'self'", "img-src 'self'", "font-src 'self'"),
  /** The documents. */
  tracker: trackerPolicy([]),
  /** The status page, which reads newer versions of itself. */
  status: policyOf(
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
  ),
  portal: policyOf(
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
  ),
  /** Charts: an SVG that is opened by itself is a document, and must not run anything. */
  image: "default-src 'none'; sandbox",
} as const
