import { isIP, type LookupFunction, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import { isPublicAddress } from './public-address.ts'
import { stripIpv6Brackets } from './webhook-url.ts'

/** An address of a name. */
export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

/** Returns the addresses of a name. Rejects when it has none. */
export type ResolveName = (hostname: string) => Promise<readonly ResolvedAddress[]>

/** The error of a name or an address that must not be connected to. */
export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed'

  constructor() {
    super('The receiver has an address that is not allowed.')
  }
}

/** Options of {@link createCheckedConnector}. */
export interface CheckedConnectorOptions {
  readonly resolve: ResolveName
  readonly allowsPrivate: boolean
  /** Called with each new socket; the caller must destroy it. */
  readonly onSocket: (socket: Socket) => void
}

/** Connects like undici's connector. Its types do not declare that it returns the socket. */
type Connect = (...connectorArguments: Parameters<buildConnector.connector>) => Socket

/**
 * Creates an undici connector that resolves a name once, checks every address, and connects only to
 * the checked ones: a name that resolves differently a moment later changes nothing (DNS
 * rebinding). Fails with {@link AddressNotAllowed} if any address is not public.
 */
export function createCheckedConnector({
  resolve,
  allowsPrivate,
  onSocket,
}: CheckedConnectorOptions): buildConnector.connector {
  const check = async (hostname: string): Promise<readonly ResolvedAddress[]> => {
    const family = isIP(hostname)
    const addresses = family === 0 ? await resolve(hostname) : [{ address: hostname, family }]
    const isAllowed = addresses.length > 0 && addresses.every((one) => isPublicAddress(one.address))
    if (!isAllowed && !allowsPrivate) throw new AddressNotAllowed()
    return addresses
  }
  const connectChecked: (...given: Parameters<Connect>) => Promise<void> = async (
    options,
    callback,
  ) => {
    let addresses: readonly ResolvedAddress[]
    try {
      addresses = await check(stripIpv6Brackets(options.hostname))
    } catch (error) {
      callback(error as Error, null)
      return
    }
    const lookup = pinned(addresses)
    const connect = buildConnector({ timeout: 0, allowH2: false, lookup }) as unknown as Connect
    onSocket(connect(options, callback))
  }
  return (options, callback) => void connectChecked(options, callback)
}

/** Creates a look-up that always returns these addresses. */
function pinned(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    if (all === true) return callback(null, [...addresses])
    const [first] = addresses
    callback(null, first?.address ?? '', first?.family)
  }
}
