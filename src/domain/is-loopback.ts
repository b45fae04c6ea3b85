/** Whether nobody but this machine can reach a listener on `host`: an address, in a URL's brackets or without them, or a name. */
export function isLoopback(host: string): boolean {
  return /^(?:127\.[0-9.]+|::1|\[::1\]|localhost)$/.test(host)
}
