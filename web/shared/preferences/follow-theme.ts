import { parsePreferences, PREFERENCES_KEY, readPreferences } from './preferences.ts'

/** Shows the page in the theme that the reader chose on any page, also in another tab. */
export function followTheme(): void {
  const { dataset } = document.documentElement
  dataset['theme'] = readPreferences().theme
  globalThis.addEventListener('storage', ({ key, newValue }) => {
    if (key === PREFERENCES_KEY) dataset['theme'] = parsePreferences(newValue).theme
  })
}
