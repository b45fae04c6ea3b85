/** Where the gateway of a region is. */
export interface GatewayAddress {
  /** `http:` or `https:`, with a path in front where there is one; no slash at the end, no credentials, no query. */
  readonly url: string
  /** The internal key. Goes to the gateway as a bearer token and nowhere else. */
  readonly key: string
}
