import { acceptedLanguage, isLanguage, type Language } from '../../platform/language.ts'

/** What a request says about the preferences of its reader. */
export interface ReaderHints {
  readonly cookie: string | undefined
  readonly acceptLanguage: string | undefined
}

/** The cookie that `web/shared/preferences/preference-cookie.ts` writes, in a Cookie header. */
const COOKIE = /(?:^|;) *backline-view=([A-Za-z0-9.%_*'()!~-]*)/

/** Returns the value of the cookie of preferences; `undefined` if the header has none. */
export function preferenceCookie(header: string | undefined): string | undefined {
  return COOKIE.exec(header ?? '')?.[1]
}

/** Returns the language that the reader chose on a page, else the one that the browser prefers. */
export function preferredLanguage({ cookie, acceptLanguage }: ReaderHints): Language {
  const [chosen = ''] = (preferenceCookie(cookie) ?? '').split('.')
  return isLanguage(chosen) ? chosen : acceptedLanguage(acceptLanguage)
}

/** Returns the theme that the reader chose on a page; `auto` follows the device. */
export function preferredTheme({ cookie }: Pick<ReaderHints, 'cookie'>): 'light' | 'dark' | 'auto' {
  const [, theme] = (preferenceCookie(cookie) ?? '').split('.')
  return theme === 'light' || theme === 'dark' ? theme : 'auto'
}
