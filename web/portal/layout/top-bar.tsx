import type { JSX } from 'preact'
import { PreferenceSelects } from '../../shared/components/preference-selects.tsx'
import { Link } from '../components/link.tsx'
import { pathTo, type PageName } from './route.ts'
import { usePortal } from './portal-context.ts'

/** Navigation entries for signed-in developers, each with the pages on which it is current. */
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

/** Renders the header: name, navigation, language and theme. */
export function TopBar(): JSX.Element {
  const { route, common, lang, preferences, setPreferences, options } = usePortal()
  const { developer } = options
  return (
    <header class="top">
      <Link className="brand" to={pathTo('applications')}>
        Backline <span>{common.portal}</span>
      </Link>
      {developer !== undefined && (
        <nav class="tabs" aria-label={common.sections}>
          {SECTIONS.map(([page, under]) => (
            <Link
              key={page}
              className="choice"
              to={pathTo(page)}
              isCurrent={route.page !== undefined && [page, ...under].includes(route.page)}
            >
              {common.nav[page]}
            </Link>
          ))}
          {developer.isOperator && (
            <Link
              className="choice"
              to={pathTo('operator')}
              isCurrent={route.page?.startsWith('operator') === true}
            >
              {common.nav.operator}
            </Link>
          )}
        </nav>
      )}
      <PreferenceSelects
        lang={lang}
        theme={preferences.theme}
        messages={common}
        choose={(chosen) => setPreferences({ ...preferences, ...chosen })}
      />
    </header>
  )
}
