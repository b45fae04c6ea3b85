/** A range of IP addresses: those whose first `prefix` bits are those of `address`. */
export interface Network {
  readonly address: string
  /** 0 to 32 for IPv4, 0 to 128 for IPv6. */
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}
