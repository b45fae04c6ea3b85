/** The origin of a listener that speaks plain HTTP, as people write it: an IPv6 address stands in brackets. */
export function originAt({ host, port }: { readonly host: string; readonly port: number }): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
