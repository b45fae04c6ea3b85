import { z } from '#libraries/zod'
import type { GatewayAddress } from '../domain/gateway-address.ts'
import { REGIONS, type Region } from '../domain/region.ts'
import { unset, type Setting } from './setting.ts'

/** Where the gateway of each region is; a region may have none. */
export type GatewayAddresses = Readonly<Record<Region, GatewayAddress | undefined>>

const baseUrl = z.string().transform((text, context): string => {
  const parsed = URL.canParse(text) ? new URL(text) : undefined
  const usable =
    parsed !== undefined &&
    ['http:', 'https:'].includes(parsed.protocol) &&
    `${parsed.username}${parsed.password}` === '' &&
    !/[?#\s]/.test(text)
  if (!usable) {
    context.addIssue({
      code: 'custom',
      message:
        'must be a URL such as https://gateway.example.org/base, without user, password, query and fragment',
    })
    return z.NEVER
  }
  return `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, '')
})

const bearerToken = z
  .string()
  .regex(/^[A-Za-z0-9._~+/-]+=*$/, 'must be a bearer token: letters, digits and -._~+/, then any =')

const urlOf = (whose: string) => unset(`Base URL of ${whose}.`, baseUrl)
const keyOf = (whose: string) =>
  unset(`The internal key for ${whose}.`, bearerToken, { secret: true })

/** Where game data comes from. With no URL at all: from the embedded dataset. */
export const GATEWAY_SETTINGS = {
  BACKLINE_GATEWAY_URL: urlOf('the gateway of every region without its own'),
  BACKLINE_GATEWAY_KEY: keyOf('every gateway without its own'),
  BACKLINE_GATEWAY_TW_URL: urlOf('the gateway of tw'),
  BACKLINE_GATEWAY_TW_KEY: keyOf('the gateway of tw'),
  BACKLINE_GATEWAY_JP_URL: urlOf('the gateway of jp'),
  BACKLINE_GATEWAY_JP_KEY: keyOf('the gateway of jp'),
  BACKLINE_GATEWAY_EN_URL: urlOf('the gateway of en'),
  BACKLINE_GATEWAY_EN_KEY: keyOf('the gateway of en'),
  BACKLINE_GATEWAY_KR_URL: urlOf('the gateway of kr'),
  BACKLINE_GATEWAY_KR_KEY: keyOf('the gateway of kr'),
} as const satisfies Readonly<Record<string, Setting<string | undefined>>>

type GatewaySetting = keyof typeof GATEWAY_SETTINGS

/**
 * Puts the addresses together: a region's own URL and key, each, before the shared one. `undefined` when no URL is set.
 * Adds to `problems` what cannot be meant: a URL without a key, and a key that no URL uses.
 */
export function readGatewayAddresses(
  read: (name: GatewaySetting) => string | undefined,
  problems: string[],
): GatewayAddresses | undefined {
  const before = problems.length
  const shared = { url: read('BACKLINE_GATEWAY_URL'), key: read('BACKLINE_GATEWAY_KEY') }
  const regions = REGIONS.map((region) => {
    const name = `BACKLINE_GATEWAY_${region.toUpperCase() as Uppercase<Region>}` as const
    return { region, name, own: { url: read(`${name}_URL`), key: read(`${name}_KEY`) } }
  })
  // What was not readable is said already, and is not missing as well.
  if (problems.length > before) return undefined

  const keyless = new Set<string>()
  let usesSharedKey = false
  const addresses = regions.map(({ region, name, own }) => {
    const url = own.url ?? shared.url
    const internalKey = own.key ?? shared.key
    if (url === undefined) {
      if (own.key !== undefined) problems.push(`${name}_KEY is set, and no URL for its region.`)
      return [region, undefined]
    }
    usesSharedKey ||= own.key === undefined
    if (internalKey !== undefined) return [region, Object.freeze({ url, key: internalKey })]
    keyless.add(own.url === undefined ? 'BACKLINE_GATEWAY_URL' : `${name}_URL`)
    return [region, undefined]
  })
  problems.push(...[...keyless].map((name) => `${name} is set, and no key for it.`))
  if (shared.key !== undefined && !usesSharedKey) {
    problems.push('BACKLINE_GATEWAY_KEY is set, and no URL that it is for.')
  }
  const isAnySet = addresses.some(([, address]) => address !== undefined)
  return isAnySet ? Object.freeze(Object.fromEntries(addresses) as GatewayAddresses) : undefined
}
