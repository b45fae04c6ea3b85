import { useCallback, useEffect, useMemo } from 'preact/hooks'
import { createFormat } from '../../shared/i18n/format.ts'
import { pickLanguage, type Language } from '../../../src/platform/language.ts'
import type { Preferences } from '../../shared/preferences/preferences.ts'
import { usePreferences } from '../../shared/preferences/use-preferences.ts'
import { useLoadedMessages } from '../../shared/i18n/use-loaded-messages.ts'
import { loadMessages, type LoadedMessages } from '../messages/load-messages.ts'
import type { PageName, PageProps } from './page.ts'
import type { View } from './view.ts'
import { useView } from './use-view.ts'

/** Returns the language of a link, else that of the preferences, else that of the browser. */
export function wantedLanguage(view: Pick<View, 'lang'>, { lang }: Preferences): Language {
  return view.lang ?? lang ?? pickLanguage(navigator.languages)
}

/**
 * Returns the props of every component, and which page of the tracker is open. A language or a
 * theme of the link wins over the preferences until the reader chooses another; another language
 * shows once its messages are loaded.
 */
export function usePage(first: LoadedMessages): {
  readonly page: PageProps
  readonly name: PageName
} {
  const { name, view, choose, open, replace } = useView()
  const [preferences, store] = usePreferences()
  const { lang, messages } = useLoadedMessages(
    loadMessages,
    wantedLanguage(view, preferences),
    first,
  )
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
    if (name !== 'archive') dataset['region'] = view.region
  }, [lang, theme, view.region, name])
  useEffect(() => {
    // What other pages embed is not what the reader chose.
    if (name === 'archive' || name === 'embed') return
    if (preferences.region !== view.region) store({ region: view.region })
  }, [view.region, name])
  return { page: { view, messages, lang, theme, format, preferences, prefer, choose, open }, name }
}
