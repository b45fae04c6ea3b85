import type { JSX } from 'preact'
import { LookChoice } from '../../parts/look-choice.tsx'
import { Link } from '../parts/link.tsx'
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
      <LookChoice
        lang={lang}
        theme={look.theme}
        texts={texts}
        choose={(chosen) => setLook({ ...look, ...chosen })}
      />
    </header>
  )
}
