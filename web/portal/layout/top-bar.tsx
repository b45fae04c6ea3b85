import type { JSX } from 'preact'
import { Icon } from '../../shared/components/icon.tsx'
import { Mark } from '../../shared/components/mark.tsx'
import { Menu } from '../../shared/components/menu.tsx'
import { Link } from '../components/link.tsx'
import { NavTabs } from '../components/nav-tabs.tsx'
import { pathTo, type PageName } from './route.ts'
import { usePortal } from './portal-context.ts'
import { Preferences } from './preferences-form.tsx'
import { UserMenu } from './user-menu.tsx'

/** Navigation entries for signed-in developers, each with the pages on which it is current. */
const SECTIONS: readonly (readonly [
  name: 'applications' | 'usage' | 'requests' | 'webhooks' | 'plan' | 'audit',
  under: readonly PageName[],
])[] = [
  ['applications', ['application']],
  ['usage', []],
  ['requests', ['request']],
  ['webhooks', ['webhook']],
  ['plan', []],
  ['audit', []],
]

/** Renders the header: name, navigation and user menu; settings until somebody signs in. */
export function TopBar({
  isPending,
}: {
  /** Whether it is still unknown who is signed in. */
  readonly isPending: boolean
}): JSX.Element {
  const { route, common, options } = usePortal()
  const { developer } = options
  return (
    <header class="top">
      <Link className="brand" to={pathTo('applications')}>
        <Mark />
        <b>Backline</b> <span>{common.portal}</span>
      </Link>
      {developer === undefined ? (
        !isPending && (
          <Menu label={common.settings} button={<Icon name="settings" />}>
            <Preferences />
          </Menu>
        )
      ) : (
        <>
          <NavTabs
            label={common.sections}
            tabs={[
              ...SECTIONS.map(([page, under]) => ({
                to: pathTo(page),
                name: common.nav[page],
                isCurrent: route.page !== undefined && [page, ...under].includes(route.page),
              })),
              ...(developer.isOperator
                ? [
                    {
                      to: pathTo('operator'),
                      name: common.nav.operator,
                      isCurrent: route.page?.startsWith('operator') === true,
                    },
                  ]
                : []),
            ]}
          />
          <UserMenu />
        </>
      )}
    </header>
  )
}
