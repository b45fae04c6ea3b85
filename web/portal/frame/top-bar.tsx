import type { JSX } from 'preact'
import { LANGUAGE_NAMES, LANGUAGES, isLanguage } from '../../words/language.ts'
import { Link } from '../parts/link.tsx'
import { THEMES } from './look.ts'
import { pathTo, type PageName } from './place.ts'
import { usePortal } from './portal-context.ts'

/** What the navigation offers to whoever is signed in; the pages under each are those that it is current on. */
const SECTIONS: readonly (readonly [
  name: 'applications' | 'usage' | 'requests' | 'audit' | 'account',
  under: readonly PageName[],
])[] = [
  ['applications', ['application']],
  ['usage', []],
  ['requests', ['request']],
  ['audit', []],
  ['account', []],
]

/** What stands above everything: the name, the sections, language and colours. */
export function TopBar(): JSX.Element {
  const { place, texts, lang, look, setLook, options } = usePortal()
  const { developer } = options
  return (
    <header class="top">
      <Link className="brand" to={pathTo('applications')}>
        Backline <span>{texts.portal}</span>
      </Link>
      {developer !== undefined && (
        <nav class="tabs" aria-label={texts.sections}>
          {SECTIONS.map(([page, under]) => (
            <Link
              key={page}
              className="choice"
              to={pathTo(page)}
              isCurrent={place.page !== undefined && [page, ...under].includes(place.page)}
            >
              {texts.nav[page]}
            </Link>
          ))}
          {developer.isOperator && (
            <Link
              className="choice"
              to={pathTo('operator')}
              isCurrent={place.page?.startsWith('operator') === true}
            >
              {texts.nav.operator}
            </Link>
          )}
        </nav>
      )}
      <div class="settings">
        <label>
          <span>{texts.language}</span>
          <select
            value={lang}
            onChange={({ currentTarget: { value } }) => {
              if (isLanguage(value)) setLook({ ...look, lang: value })
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
            value={look.theme}
            onChange={({ currentTarget: { value } }) =>
              setLook({ ...look, theme: THEMES.find((one) => one === value) ?? 'auto' })
            }
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
