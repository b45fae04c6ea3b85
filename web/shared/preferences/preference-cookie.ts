import { isLanguage } from '../../../src/platform/language.ts'
import { isRegion } from '../i18n/regions.ts'
import { readTheme } from '../i18n/theme.ts'
import { isEventId, NO_PREFERENCES, RANKS_MAX, type Preferences } from './preferences.ts'

/** The name of the cookie, which `src/site/layout/preference-cookie.ts` reads. */
const NAME = 'backline-view'

/** Seconds until the cookie is forgotten; every visit renews it. */
const MAX_AGE_S = 400 * 24 * 3_600

/** The preferences that a server needs to render a page, and the zone of the device. */
export interface CookiePreferences extends Preferences {
  /** An IANA name; `undefined` if the cookie has none. */
  readonly zone?: string
}

/**
 * Writes what a server needs to render a page as the reader chose it: language, theme, region,
 * ranks, zone and last event. The rest stays on the device.
 */
export function storePreferenceCookie({ lang, theme, region, event, ranks }: Preferences): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const fields = [lang ?? '', theme, region ?? '', ranks.join('-'), timeZone, event ?? '']
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const value = fields.map(encodeURIComponent).join('.')
  // eslint-disable-next-line unicorn/no-document-cookie -- Firefox has no cookie store.
  document.cookie = `${NAME}=${value}; Path=/; Max-Age=${MAX_AGE_S}; SameSite=Lax${secure}`
}

/** Parses the value of the cookie. Ignores what is invalid, as a client can send anything. */
export function readPreferenceCookie(value: string | undefined): CookiePreferences {
  const fields = (value ?? '').split('.').map(decode)
  const [lang = '', theme = '', region = '', ranks = '', zone = '', event = ''] = fields
  return {
    ...NO_PREFERENCES,
    ...(isLanguage(lang) && { lang }),
    theme: readTheme(theme),
    ...(isRegion(region) && { region }),
    ranks: ranks
      .split('-')
      .filter((rank) => /^[1-9][0-9]{0,8}$/.test(rank))
      .slice(0, RANKS_MAX)
      .map(Number),
    ...(isZone(zone) && { zone }),
    ...(isEventId(event) && { event }),
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function isZone(text: string): boolean {
  if (!/^[A-Za-z0-9_+/-]{1,64}$/.test(text)) return false
  try {
    return Intl.DateTimeFormat('en', { timeZone: text }) !== undefined
  } catch {
    return false
  }
}
