import { isLanguage, pickLanguage, type Language } from '../../words/language.ts'
import { readTheme, type Theme } from '../../words/theme.ts'

/** Language and colours, as the reader chose them. */
export interface Look {
  readonly lang: Language
  readonly theme: Theme
}

const LANG = 'backline.portal.lang'
const THEME = 'backline.portal.theme'

/** Reads what the link says, else what was chosen in this browser, else what the browser likes. */
export function readLook(query: URLSearchParams): Look {
  const wanted = [query.get('lang'), stored(LANG)].find(isKnown)
  return {
    lang: wanted ?? pickLanguage(navigator.languages),
    theme: readTheme(stored(THEME)),
  }
}

/** Keeps it for the next time; a browser that keeps nothing is as good. */
export function keepLook({ lang, theme }: Look): void {
  try {
    localStorage.setItem(LANG, lang)
    localStorage.setItem(THEME, theme)
  } catch {
    // The reader has switched storage off.
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
