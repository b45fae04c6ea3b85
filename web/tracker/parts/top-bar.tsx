import type { JSX } from 'preact'
import { LANGUAGE_NAMES, LANGUAGES, isLanguage } from '../../words/language.ts'
import { inRegion } from '../view/change-view.ts'
import type { PageProps } from '../view/page.ts'
import { REGIONS } from '../../words/regions.ts'
import { THEMES } from '../view/view.ts'
import { Choice } from './choice.tsx'

/** What stands above everything: the region, the language, the colours. */
export function TopBar(page: PageProps): JSX.Element {
  const { view, texts, lang, choose } = page
  return (
    <header class="top">
      <a class="brand" href="/">
        Backline <span>{texts.tagline}</span>
      </a>
      <nav class="tabs" aria-label={texts.region}>
        {REGIONS.map((region) => (
          <Choice
            key={region}
            page={page}
            to={inRegion(view, region)}
            isCurrent={region === view.region}
          >
            {texts.regions[region]}
          </Choice>
        ))}
      </nav>
      <div class="settings">
        <label>
          <span>{texts.language}</span>
          <select
            value={lang}
            onChange={({ currentTarget: { value } }) => {
              if (isLanguage(value)) choose({ ...view, lang: value })
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
            value={view.theme}
            onChange={({ currentTarget: { value } }) => {
              choose({ ...view, theme: THEMES.find((one) => one === value) ?? 'auto' })
            }}
          >
            {THEMES.map((one) => (
              <option key={one} value={one}>
                {texts.themes[one]}
              </option>
            ))}
          </select>
        </label>
      </div>
    </header>
  )
}
