/** Returns the origin of a plain-HTTP listener; an IPv6 address is bracketed. */
export function originAt({ host, port }: { readonly host: string; readonly port: number }): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
