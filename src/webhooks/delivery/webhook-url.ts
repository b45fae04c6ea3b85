import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Maximum characters of a URL. */
export const URL_MAX = 2_048

/** Characters of the secret part that are shown, to distinguish webhooks. */
const SHOWN = 4

/** Rules for the targets of webhooks. */
export interface TargetRules {
  /** Allowed ports. */
  readonly ports: readonly number[]
  /** Whether addresses of this machine and of private networks are allowed. */
  readonly allowsPrivate: boolean
}

/** A valid URL of a webhook. */
export interface WebhookUrl {
  readonly url: string
  /** Host and port, which share slots for deliveries. */
  readonly host: string
  /** The URL without its path, which may be a secret: `https://chat.example/…c0de`. */
  readonly target: string
}

/** Reasons why a URL is rejected. */
export type UrlProblem = 'invalid_url' | 'port_not_allowed' | 'address_not_allowed'

/**
 * Parses the URL of a webhook: http or https, without credentials and fragment, on an allowed port.
 * An IP address as host must be public; the addresses of a name are checked when connecting.
 */
export function parseWebhookUrl(text: string, rules: TargetRules): WebhookUrl | UrlProblem {
  const url = text.length <= URL_MAX ? URL.parse(text.trim()) : null
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return 'invalid_url'
  if (url.username !== '' || url.password !== '' || url.hash !== '') return 'invalid_url'
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  if (!rules.ports.includes(port)) return 'port_not_allowed'
  const name = stripIpv6Brackets(url.hostname)
  const isForbidden = isIP(name) === 0 ? isLocalName(name) : !isPublicAddress(name)
  if (isForbidden && !rules.allowsPrivate) return 'address_not_allowed'
  const hidden = `${url.pathname}${url.search}`
  const end = hidden.length > 4 * SHOWN ? hidden.slice(-SHOWN) : ''
  return {
    url: url.href,
    host: `${url.hostname.replace(/\.$/, '')}:${port}`,
    target: hidden === '/' ? url.origin : `${url.origin}/…${end}`,
  }
}

/** Returns a host without the brackets of an IPv6 address. */
export function stripIpv6Brackets(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

function isLocalName(name: string): boolean {
  return /(?:^|\.)(?:localhost|local|internal)\.?$/.test(name)
}
