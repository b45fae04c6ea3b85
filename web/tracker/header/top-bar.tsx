import type { JSX } from 'preact'
import { Icon } from '../../shared/components/icon.tsx'
import { Mark } from '../../shared/components/mark.tsx'
import { Menu } from '../../shared/components/menu.tsx'
import { PreferenceSelects } from '../../shared/components/preference-selects.tsx'
import { REGIONS } from '../../shared/i18n/regions.ts'
import { ViewLink } from '../components/view-link.tsx'
import { withRegion } from '../view/change-view.ts'
import type { PageName, PageProps } from '../view/page.ts'
import { RegionLabel } from './region-label.tsx'
import { PageLink } from './page-link.tsx'
import { PageLinks } from './page-links.tsx'

/** Renders the header, which is one row on every screen: mark, regions and settings. */
export function TopBar({
  page,
  name,
  portal,
}: {
  readonly page: PageProps
  /** The open page. */
  readonly name: PageName
  /** URL of the portal; `undefined` if pages must not link to it. */
  readonly portal: string | undefined
}): JSX.Element {
  const { view, messages, lang, theme, prefer } = page
  return (
    <header class="top">
      <a class="brand" href="/" aria-label={`Backline ${messages.tagline}`}>
        <Mark />
        <b>Backline</b>
      </a>
      <nav class="segmented regions" aria-label={messages.region}>
        {REGIONS.map((region) => (
          <ViewLink
            key={region}
            page={page}
            to={withRegion(view, region)}
            isCurrent={name !== 'archive' && region === view.region}
          >
            <RegionLabel region={region} name={messages.regions[region]} />
          </ViewLink>
        ))}
      </nav>
      <Menu label={messages.settings} button={<Icon name="settings" />}>
        <PreferenceSelects lang={lang} theme={theme} messages={messages} choose={prefer} />
        <nav class="menu-links" aria-label={messages.pages}>
          <PageLink page={page} to="archive" />
          <PageLinks messages={messages} portal={portal} />
        </nav>
      </Menu>
    </header>
  )
}
