import { z } from '#libraries/zod'
import { isLoopback } from '../domain/is-loopback.ts'
import { REGISTRATIONS, type Registration } from '../domain/registration.ts'
import { count } from './count.ts'
import { address, type ListenAddress } from './listen-settings.ts'
import { origin } from './origin.ts'
import { setting, unset, type Setting } from './setting.ts'

/** The portal, in which developers manage their keys. */
export const PORTAL_SETTINGS = {
  BACKLINE_PORTAL_LISTEN: unset(
    'Where the portal is: off, or HOST:PORT for a listener of its own. Unset: under /portal of the public listener.',
    z.union([z.literal('off'), address], 'must be off, or HOST:PORT such as 127.0.0.1:8788'),
  ),
  BACKLINE_PORTAL_URL: unset(
    'The origin under which browsers see the portal. Unset: BACKLINE_PUBLIC_URL where the portal is on the public listener, else its address.',
    origin,
  ),
  BACKLINE_PORTAL_REGISTRATION: setting(
    'Who signs in with the provider for the first time gets an account (open), gets one that an operator has to approve (approval), or none (invitation).',
    z.enum(REGISTRATIONS, 'must be open, approval or invitation'),
    'invitation',
  ),
  BACKLINE_PORTAL_APPLICATIONS_MAX: setting(
    'Applications that one developer may have.',
    count(1, 10_000),
    '20',
  ),
  BACKLINE_PORTAL_MINUTE: setting(
    'Requests to the portal from one address (IPv6: from one /64) in a minute, at each process.',
    count(1, 1_000_000_000),
    '300',
  ),
  BACKLINE_OIDC_ISSUER: unset(
    'The OpenID Connect provider that people sign in with: its issuer, such as https://login.example.org. Unset: by invitation links alone.',
    z
      .string()
      .refine(
        isIssuer,
        'must be a URL such as https://login.example.org, with TLS unless it is on this machine',
      ),
  ),
  BACKLINE_OIDC_CLIENT_ID: unset(
    'The id under which the provider knows this service.',
    z.string().min(1, 'must not be empty'),
  ),
  BACKLINE_OIDC_CLIENT_SECRET: unset(
    'The secret that goes with it. Unset: a public client, with PKCE alone.',
    z.string().min(1, 'must not be empty'),
    { secret: true },
  ),
  BACKLINE_OIDC_NAME: setting(
    'What the provider is called on the button.',
    z.string().min(1, 'must not be empty').max(60, 'must have at most 60 characters'),
    'OpenID Connect',
  ),
  BACKLINE_OIDC_SCOPES: setting(
    'What is asked of the provider.',
    z.string().regex(/^openid( [!-~]+)*$/, 'must begin with openid, such as: openid profile'),
    'openid profile',
  ),
  BACKLINE_USAGE_DAYS: setting(
    'Days for which it is kept what each key was used for, hour by hour.',
    count(1, 100_000),
    '90',
  ),
  BACKLINE_RECORDS_BYTES: setting(
    'Bytes for what became of each keyed request of the last 24 hours; the oldest go first. 0: nothing is kept.',
    count(0, 999_999_999_999),
    '268435456',
  ),
} as const

/** Whether people may be sent there: over TLS, or to a provider that is tried out on this machine. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && isLoopback(url.hostname)
}

/** The provider that people sign in with. */
export interface OidcConfig {
  readonly issuer: string
  readonly clientId: string
  /** A secret. */
  readonly clientSecret: string | undefined
  readonly name: string
  readonly scopes: string
}

/** What the settings of the portal say. */
export interface PortalConfig {
  /** `public`: on the public listener. */
  readonly listen: ListenAddress | 'public' | 'off'
  /** The origin that browsers see, without a slash at the end; empty when it is not known before the listener is open. */
  readonly url: string
  readonly registration: Registration
  readonly applicationsMax: number
  readonly requestsMinute: number
  readonly oidc: OidcConfig | undefined
  readonly usageDays: number
  readonly recordsBytes: number
}

type Portal = typeof PORTAL_SETTINGS
type ValueOf<Name extends keyof Portal> = Portal[Name] extends Setting<infer Value> ? Value : never

/** Gathers the settings of the portal. Adds to `problems` what cannot be meant. */
export function readPortal(
  read: <Name extends keyof Portal>(name: Name) => ValueOf<Name>,
  beside: { readonly publicUrl: string; readonly listen: ListenAddress },
  problems: string[],
): PortalConfig {
  const listen = read('BACKLINE_PORTAL_LISTEN') ?? 'public'
  const url = read('BACKLINE_PORTAL_URL') ?? (listen === 'public' ? beside.publicUrl : '')
  const oidc = readOidc(read, problems)
  // An address that is none has been said already, and there is no host to look at.
  if (problems.length === 0 && oidc !== undefined && url === '') {
    const { host } = typeof listen === 'object' ? listen : beside.listen
    if (!isLoopback(host)) {
      problems.push(
        'BACKLINE_PORTAL_URL must be set with BACKLINE_OIDC_ISSUER: the provider sends people back there.',
      )
    }
  }
  return Object.freeze({
    listen,
    url,
    registration: read('BACKLINE_PORTAL_REGISTRATION'),
    applicationsMax: read('BACKLINE_PORTAL_APPLICATIONS_MAX'),
    requestsMinute: read('BACKLINE_PORTAL_MINUTE'),
    oidc,
    usageDays: read('BACKLINE_USAGE_DAYS'),
    recordsBytes: read('BACKLINE_RECORDS_BYTES'),
  })
}

function readOidc(
  read: <Name extends keyof Portal>(name: Name) => ValueOf<Name>,
  problems: string[],
): OidcConfig | undefined {
  const issuer = read('BACKLINE_OIDC_ISSUER')
  const clientId = read('BACKLINE_OIDC_CLIENT_ID')
  const clientSecret = read('BACKLINE_OIDC_CLIENT_SECRET')
  const [name, scopes] = [read('BACKLINE_OIDC_NAME'), read('BACKLINE_OIDC_SCOPES')]
  if (issuer !== undefined && clientId !== undefined) {
    return Object.freeze({ issuer, clientId, clientSecret, name, scopes })
  }
  if (issuer !== undefined)
    problems.push('BACKLINE_OIDC_ISSUER is set, and no BACKLINE_OIDC_CLIENT_ID.')
  else if (clientId !== undefined || clientSecret !== undefined) {
    problems.push('BACKLINE_OIDC_ISSUER must be set with the id and the secret of its client.')
  }
  return undefined
}
