import { z } from '#libraries/zod'
import { isLoopback } from '../platform/net/is-loopback.ts'
import { REGISTRATIONS, type Registration } from '../accounts/registration.ts'
import { defineConfig, type ReadSetting } from '../platform/config/config-group.ts'
import { count } from '../platform/config/count.ts'
import { address, LISTEN_SETTINGS, type ListenAddress } from '../platform/http/listen-config.ts'
import { origin } from '../platform/config/origin.ts'
import { setting, unset } from '../platform/config/setting.ts'

/** The settings of the portal, in which developers manage their keys. */
const PORTAL_SETTINGS = {
  BACKLINE_PORTAL_LISTEN: unset(
    'Address of the portal: off, or HOST:PORT for a separate listener. Unset: /portal of the public listener.',
    z.union([z.literal('off'), address], 'must be off, or HOST:PORT such as 127.0.0.1:8788'),
  ),
  BACKLINE_PORTAL_URL: unset(
    'Origin of the portal that browsers see. Unset: BACKLINE_PUBLIC_URL if the portal is on the public listener, else its address.',
    origin,
  ),
  BACKLINE_PORTAL_REGISTRATION: setting(
    'A person who signs in with the provider for the first time gets an account (open), one that an operator must approve (approval), or none (invitation).',
    z.enum(REGISTRATIONS, 'must be open, approval or invitation'),
    'invitation',
  ),
  BACKLINE_PORTAL_APPLICATIONS_MAX: setting(
    'Maximum applications per developer.',
    count(1, 10_000),
    '20',
  ),
  BACKLINE_PORTAL_MINUTE: setting(
    'Portal requests per minute of one address (IPv6: one /64; 4 times as many for a /56, 16 times for a /48), per process.',
    count(1, 1_000_000_000),
    '300',
  ),
  BACKLINE_PORTAL_ACCESS_REQUESTS_DAY: setting(
    'Requests for access per day of one address without a sign-in provider (IPv6 as for BACKLINE_PORTAL_MINUTE), per process. 0: the form is off.',
    count(0, 1_000_000),
    '5',
  ),
  BACKLINE_PORTAL_CONTACT: unset(
    'How to reach the operators, shown where people sign in or wait, such as a mail address.',
    z.string().min(1, 'must not be empty').max(200, 'must have at most 200 characters'),
  ),
  BACKLINE_OIDC_ISSUER: unset(
    'Issuer of the OpenID Connect provider for sign-in, such as https://login.example.org. Unset: sign-in by link only.',
    z
      .string()
      .refine(
        isIssuer,
        'must be an https URL such as https://login.example.org (http only on this machine)',
      ),
  ),
  BACKLINE_OIDC_CLIENT_ID: unset(
    'Client id at the provider.',
    z.string().min(1, 'must not be empty'),
  ),
  BACKLINE_OIDC_CLIENT_SECRET: unset(
    'Client secret at the provider. Unset: a public client with PKCE.',
    z.string().min(1, 'must not be empty'),
    { secret: true },
  ),
  BACKLINE_OIDC_NAME: setting(
    'Label of the sign-in button.',
    z.string().min(1, 'must not be empty').max(60, 'must have at most 60 characters'),
    'OpenID Connect',
  ),
  BACKLINE_OIDC_SCOPES: setting(
    'Scopes to request from the provider.',
    z.string().regex(/^openid( [!-~]+)*$/, 'must begin with openid, such as: openid profile'),
    'openid profile',
  ),
  BACKLINE_USAGE_DAYS: setting(
    'Days for which the hourly usage of keys is kept.',
    count(1, 100_000),
    '90',
  ),
  BACKLINE_RECORDS_BYTES: setting(
    'Bytes for the request records of the last 24 hours; the oldest are deleted first. 0: none are kept.',
    count(0, 999_999_999_999),
    '268435456',
  ),
} as const

/**
 * Returns whether a URL is an acceptable issuer: over TLS, or on this machine, for trying a
 * provider out.
 */
function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && isLoopback(url.hostname)
}

/** The sign-in provider. */
export interface OidcConfig {
  readonly issuer: string
  readonly clientId: string
  /** A secret. */
  readonly clientSecret: string | undefined
  readonly name: string
  readonly scopes: string
}

/** The configuration of the portal. */
export interface PortalConfig {
  /** `public`: on the public listener. */
  readonly listen: ListenAddress | 'public' | 'off'
  /**
   * The origin of the portal in browsers, without a trailing slash; empty when it is unknown until
   * the listener is open.
   */
  readonly url: string
  readonly registration: Registration
  readonly applicationsMax: number
  readonly requestsMinute: number
  /** 0: nobody can request access. */
  readonly accessRequestsDay: number
  /** How to reach the operators. */
  readonly contact: string | undefined
  readonly oidc: OidcConfig | undefined
  readonly usageDays: number
  readonly recordsBytes: number
}

function readPortal(
  read: ReadSetting<typeof PORTAL_SETTINGS & typeof LISTEN_SETTINGS>,
  problems: string[],
): PortalConfig {
  const beside = { publicUrl: read('BACKLINE_PUBLIC_URL') ?? '', listen: read('BACKLINE_LISTEN') }
  const listen = read('BACKLINE_PORTAL_LISTEN') ?? 'public'
  const url = read('BACKLINE_PORTAL_URL') ?? (listen === 'public' ? beside.publicUrl : '')
  const oidc = readOidc(read, problems)
  // An invalid address has been reported already, and has no host to check.
  if (problems.length === 0 && oidc !== undefined && url === '') {
    const { host } = typeof listen === 'object' ? listen : beside.listen
    if (!isLoopback(host)) {
      problems.push(
        'BACKLINE_PORTAL_URL must be set with BACKLINE_OIDC_ISSUER: the provider redirects browsers to it.',
      )
    }
  }
  return Object.freeze({
    listen,
    url,
    registration: read('BACKLINE_PORTAL_REGISTRATION'),
    applicationsMax: read('BACKLINE_PORTAL_APPLICATIONS_MAX'),
    requestsMinute: read('BACKLINE_PORTAL_MINUTE'),
    accessRequestsDay: read('BACKLINE_PORTAL_ACCESS_REQUESTS_DAY'),
    contact: read('BACKLINE_PORTAL_CONTACT'),
    oidc,
    usageDays: read('BACKLINE_USAGE_DAYS'),
    recordsBytes: read('BACKLINE_RECORDS_BYTES'),
  })
}

function readOidc(
  read: ReadSetting<typeof PORTAL_SETTINGS>,
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
    problems.push('BACKLINE_OIDC_CLIENT_ID must be set with BACKLINE_OIDC_ISSUER.')
  else if (clientId !== undefined || clientSecret !== undefined) {
    problems.push(
      'BACKLINE_OIDC_ISSUER must be set with BACKLINE_OIDC_CLIENT_ID and BACKLINE_OIDC_CLIENT_SECRET.',
    )
  }
  return undefined
}

/**
 * The configuration group of the portal. Its address and origin default to those of the public
 * listener.
 */
export const portalConfig = defineConfig(
  { ...PORTAL_SETTINGS, ...LISTEN_SETTINGS },
  (read, problems) => ({ portal: readPortal(read, problems) }),
)
