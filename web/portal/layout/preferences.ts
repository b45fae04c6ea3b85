import { isLanguage, type Language } from '../../../src/platform/language.ts'
import { pickLanguage } from '../../shared/i18n/language.ts'
import { readTheme, type Theme } from '../../shared/i18n/theme.ts'

/** Chosen language and theme. */
export interface Preferences {
  readonly lang: Language
  readonly theme: Theme
}

const LANG = 'backline.portal.lang'
const THEME = 'backline.portal.theme'

/** Returns the preferences of the link, else the stored ones, else those of the browser. */
export function readPreferences(query: URLSearchParams): Preferences {
  const wanted = [query.get('lang'), stored(LANG)].find(isKnown)
  return {
    lang: wanted ?? pickLanguage(navigator.languages),
    theme: readTheme(stored(THEME)),
  }
}

/** Stores the preferences; does nothing if storage is unavailable. */
export function storePreferences({ lang, theme }: Preferences): void {
  try {
    localStorage.setItem(LANG, lang)
    localStorage.setItem(THEME, theme)
  } catch {
    // Storage is disabled.
  }
}

function isKnown(text: string | null): text is Language {
  return text !== null && isLanguage(text)
}

function stored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}
