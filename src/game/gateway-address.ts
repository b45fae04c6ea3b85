/** The address of the gateway of a region. */
export interface GatewayAddress {
  /** `http:` or `https:`, optionally with a path; no slash at the end, no credentials, no query. */
  readonly url: string
  /** The internal key. Sent to the gateway as a bearer token and nowhere else. */
  readonly key: string
}
