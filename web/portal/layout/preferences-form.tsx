import type { JSX } from 'preact'
import { PreferenceSelects } from '../../shared/components/preference-selects.tsx'
import { usePortal } from './portal-context.ts'

/** Renders the choice of language and theme. */
export function Preferences(): JSX.Element {
  const { common, lang, preferences, setPreferences } = usePortal()
  return (
    <PreferenceSelects
      lang={lang}
      theme={preferences.theme}
      messages={common}
      choose={(chosen) => setPreferences({ ...preferences, ...chosen })}
    />
  )
}
