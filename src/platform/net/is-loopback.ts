/**
 * Whether a listener on `host` is reachable from this machine only. `host` is an address, with or
 * without a URL's brackets, or a name.
 */
export function isLoopback(host: string): boolean {
  return /^(?:127\.[0-9.]+|::1|\[::1\]|localhost)$/.test(host)
}
