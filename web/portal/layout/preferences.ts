import { isLanguage, type Language } from '../../../src/platform/language.ts'
import { pickLanguage } from '../../../src/platform/language.ts'
import type { Theme } from '../../shared/i18n/theme.ts'
import {
  readPreferences as readStored,
  storePreferences as store,
} from '../../shared/preferences/preferences.ts'

/** Chosen language and theme. */
export interface Preferences {
  readonly lang: Language
  readonly theme: Theme
}

/** Returns the preferences of the link, else those of this device, else those of the browser. */
export function readPreferences(query: URLSearchParams): Preferences {
  const { lang, theme } = readStored()
  const linked = query.get('lang')
  const wanted = linked !== null && isLanguage(linked) ? linked : lang
  return { lang: wanted ?? pickLanguage(navigator.languages), theme }
}

/** Stores the preferences for all pages; does nothing if storage is unavailable. */
export function storePreferences({ lang, theme }: Preferences): void {
  store({ ...readStored(), lang, theme })
}
