import type { JSX } from 'preact'
import { LANGUAGE_NAMES, LANGUAGES, isLanguage, type Language } from '../words/language.ts'
import { readTheme, THEMES, type Theme } from '../words/theme.ts'

/** Lets the reader choose language and colours; `choose` is told the one that was chosen. */
export function LookChoice({
  lang,
  theme,
  texts,
  choose,
}: {
  readonly lang: Language
  readonly theme: Theme
  readonly texts: {
    readonly language: string
    readonly theme: string
    readonly themes: Readonly<Record<Theme, string>>
  }
  readonly choose: (chosen: { readonly lang: Language } | { readonly theme: Theme }) => void
}): JSX.Element {
  return (
    <div class="settings">
      <label>
        <span>{texts.language}</span>
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
        <span>{texts.theme}</span>
        <select
          value={theme}
          onChange={({ currentTarget: { value } }) => choose({ theme: readTheme(value) })}
        >
          {THEMES.map((one) => (
            <option key={one} value={one}>
              {texts.themes[one]}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
