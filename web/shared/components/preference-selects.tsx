import type { JSX } from 'preact'
import { LANGUAGES, isLanguage, type Language } from '../../../src/platform/language.ts'
import { LANGUAGE_NAMES } from '../../../src/platform/language.ts'
import { readTheme, THEMES, type Theme } from '../i18n/theme.ts'

/** Renders the selects for language and theme; calls `choose` with the changed one. */
export function PreferenceSelects({
  lang,
  theme,
  messages,
  choose,
}: {
  readonly lang: Language
  readonly theme: Theme
  readonly messages: {
    readonly language: string
    readonly theme: string
    readonly themes: Readonly<Record<Theme, string>>
  }
  readonly choose: (chosen: { readonly lang: Language } | { readonly theme: Theme }) => void
}): JSX.Element {
  return (
    <div class="settings">
      <label>
        <span>{messages.language}</span>
        <select
          value={lang}
          onChange={({ currentTarget: { value } }) => {
            if (isLanguage(value)) choose({ lang: value })
          }}
        >
          {LANGUAGES.map((one) => (
            <option key={one} value={one} lang={one}>
              {LANGUAGE_NAMES[one]}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{messages.theme}</span>
        <select
          value={theme}
          onChange={({ currentTarget: { value } }) => choose({ theme: readTheme(value) })}
        >
          {THEMES.map((one) => (
            <option key={one} value={one}>
              {messages.themes[one]}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
