/** Whether nobody but this machine can reach a listener on `host`. */
export function isLoopback(host: string): boolean {
  return /^(?:127\.[0-9.]+|::1|localhost)$/.test(host)
}
