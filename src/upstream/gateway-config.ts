import { z } from '#libraries/zod'
import type { GatewayAddress } from '../game/gateway-address.ts'
import { REGIONS, type Region } from '../game/region.ts'
import { defineConfig, type ConfigOf } from '../platform/config/config-group.ts'
import { count } from '../platform/config/count.ts'
import { setting, unset, type Setting } from '../platform/config/setting.ts'

/** Gateway addresses by region; `undefined` for a region without a gateway. */
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

const urlOf = (gateway: string) => unset(`Base URL of ${gateway}.`, baseUrl)
const keyOf = (gateway: string) =>
  unset(`Internal key for ${gateway}.`, bearerToken, { secret: true })

/** The sources of game data. Without any URL, game data comes from the embedded dataset. */
const GATEWAY_SETTINGS = {
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
 * Returns the address of each region: its own URL and key, each of which overrides the shared one.
 * Returns `undefined` when no URL is set. Adds to `problems` every URL without a key and every key
 * that no URL uses.
 */
function readGatewayAddresses(
  read: (name: GatewaySetting) => string | undefined,
  problems: string[],
): GatewayAddresses | undefined {
  const before = problems.length
  const shared = { url: read('BACKLINE_GATEWAY_URL'), key: read('BACKLINE_GATEWAY_KEY') }
  const regions = REGIONS.map((region) => {
    const name = `BACKLINE_GATEWAY_${region.toUpperCase() as Uppercase<Region>}` as const
    return { region, name, own: { url: read(`${name}_URL`), key: read(`${name}_KEY`) } }
  })
  // Invalid values have been reported already; do not report them as missing as well.
  if (problems.length > before) return undefined

  const keyless = new Set<string>()
  let usesSharedKey = false
  const addresses = regions.map(({ region, name, own }) => {
    const url = own.url ?? shared.url
    const internalKey = own.key ?? shared.key
    if (url === undefined) {
      if (own.key !== undefined)
        problems.push(`${name}_KEY needs ${name}_URL or BACKLINE_GATEWAY_URL.`)
      return [region, undefined]
    }
    usesSharedKey ||= own.key === undefined
    if (internalKey !== undefined) return [region, Object.freeze({ url, key: internalKey })]
    keyless.add(
      own.url === undefined
        ? 'BACKLINE_GATEWAY_URL needs BACKLINE_GATEWAY_KEY, or a key for each region.'
        : `${name}_URL needs ${name}_KEY or BACKLINE_GATEWAY_KEY.`,
    )
    return [region, undefined]
  })
  problems.push(...keyless)
  if (shared.key !== undefined && !usesSharedKey) {
    problems.push('BACKLINE_GATEWAY_KEY is unused: no gateway URL is without its own key.')
  }
  const isAnySet = addresses.some(([, address]) => address !== undefined)
  return isAnySet ? Object.freeze(Object.fromEntries(addresses) as GatewayAddresses) : undefined
}

/** Declares the configuration of the gateways: addresses, keys, deadlines and limits. */
export const gatewayConfig = defineConfig(
  {
    ...GATEWAY_SETTINGS,
    BACKLINE_GATEWAY_DEADLINE_MS: setting(
      'Deadline of one gateway call, in milliseconds.',
      count(1, 9_000),
      '8000',
    ),
    BACKLINE_GATEWAY_IN_FLIGHT: setting(
      'Concurrent calls to the gateway of one region.',
      count(1, 10_000),
      '16',
    ),
    BACKLINE_GATEWAY_INTERVAL_MS: setting(
      'Minimum interval between the starts of two calls to the gateway of one region, in milliseconds.',
      count(0, 60_000),
      '0',
    ),
    BACKLINE_GATEWAY_WAITING: setting(
      'Calls that can wait per region; further ones get 503.',
      count(1, 100_000),
      '64',
    ),
    BACKLINE_GATEWAY_THREAD_PERCENT: setting(
      'Share of the serving thread, in percent, that parsing and checking the messages of one region may take over time; 100 disables the limit.',
      count(1, 100),
      '25',
    ),
  },
  (read, problems) => ({
    /** The gateway of each region; `undefined`: game data comes from the embedded dataset. */
    gateways: readGatewayAddresses(read, problems),
    gatewayDeadlineMs: read('BACKLINE_GATEWAY_DEADLINE_MS'),
    gatewayPace: Object.freeze({
      inFlightMax: read('BACKLINE_GATEWAY_IN_FLIGHT'),
      intervalMs: read('BACKLINE_GATEWAY_INTERVAL_MS'),
      waitingMax: read('BACKLINE_GATEWAY_WAITING'),
    }),
    gatewayThreadPercent: read('BACKLINE_GATEWAY_THREAD_PERCENT'),
  }),
)

/** The value of {@link gatewayConfig}. */
export type GatewayConfig = ConfigOf<typeof gatewayConfig>
