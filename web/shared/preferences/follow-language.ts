import { isLanguage, type Language } from '../../../src/platform/language.ts'
import { storePreferenceCookie } from './preference-cookie.ts'
import { readPreferences, storePreferences } from './preferences.ts'

/**
 * Opens the page in the language that the reader chose on any page, if it exists in that language.
 * An address with a language wins. Stores the language of a link to this page in another one.
 */
export function followLanguage(): void {
  const { lang } = readPreferences()
  // The address without a language is that of the page in English.
  if (lang !== undefined && document.documentElement.lang === 'en') {
    const there = document.querySelector<HTMLLinkElement>(
      `link[rel="alternate"][hreflang="${lang}"]:not([type])`,
    )
    if (there !== null && lang !== 'en') location.replace(there.href + location.hash)
  }
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('.languages a') : null
    if (link !== null && isLanguage(link.lang)) storeLanguage(link.lang)
  })
}

function storeLanguage(lang: Language): void {
  const preferences = { ...readPreferences(), lang }
  storePreferences(preferences)
  storePreferenceCookie(preferences)
}
