import { useCallback, useEffect, useMemo } from 'preact/hooks'
import { createFormat } from '../../shared/i18n/format.ts'
import { pickLanguage } from '../../shared/i18n/language.ts'
import type { Preferences } from '../../shared/preferences/preferences.ts'
import { usePreferences } from '../../shared/preferences/use-preferences.ts'
import { MESSAGES } from '../messages/messages.ts'
import type { PageName, PageProps } from './page.ts'
import { useView } from './use-view.ts'

/**
 * Returns the props of every component, and which page of the tracker is open. A language or a
 * theme of the link wins over the preferences until the reader chooses another.
 */
export function usePage(): { readonly page: PageProps; readonly name: PageName } {
  const { name, view, choose, open, replace } = useView()
  const [preferences, store] = usePreferences()
  const lang = view.lang ?? preferences.lang ?? pickLanguage(navigator.languages)
  const theme = view.theme ?? preferences.theme
  const format = useMemo(
    () => createFormat(lang, Intl.DateTimeFormat().resolvedOptions().timeZone),
    [lang],
  )
  const prefer = useCallback(
    (change: Partial<Preferences>) => {
      store(change)
      const { lang: linkLang, theme: linkTheme, ...rest } = view
      if (linkLang === undefined && linkTheme === undefined) return
      if (change.lang === undefined && change.theme === undefined) return
      replace({
        ...rest,
        ...(change.lang === undefined && linkLang !== undefined && { lang: linkLang }),
        ...(change.theme === undefined && linkTheme !== undefined && { theme: linkTheme }),
      })
    },
    [view, store, replace],
  )
  useEffect(() => {
    const { dataset } = document.documentElement
    document.documentElement.lang = lang
    dataset['theme'] = theme
    if (name === 'board') dataset['region'] = view.region
  }, [lang, theme, view.region, name])
  useEffect(() => {
    if (name === 'board' && preferences.region !== view.region) store({ region: view.region })
  }, [view.region, name])
  const messages = MESSAGES[lang]
  return { page: { view, messages, lang, theme, format, preferences, prefer, choose, open }, name }
}
