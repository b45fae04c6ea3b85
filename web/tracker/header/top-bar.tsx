import type { JSX } from 'preact'
import { PreferenceSelects } from '../../shared/components/preference-selects.tsx'
import { withRegion } from '../view/change-view.ts'
import type { PageProps } from '../view/page.ts'
import { REGIONS } from '../../shared/i18n/regions.ts'
import { ViewLink } from './view-link.tsx'

/** Renders the header: regions, language and theme. */
export function TopBar(page: PageProps): JSX.Element {
  const { view, messages, lang, choose } = page
  return (
    <header class="top">
      <a class="brand" href="/">
        Backline <span>{messages.tagline}</span>
      </a>
      <nav class="tabs" aria-label={messages.region}>
        {REGIONS.map((region) => (
          <ViewLink
            key={region}
            page={page}
            to={withRegion(view, region)}
            isCurrent={region === view.region}
          >
            {messages.regions[region]}
          </ViewLink>
        ))}
      </nav>
      <PreferenceSelects
        lang={lang}
        theme={view.theme}
        messages={messages}
        choose={(chosen) => choose({ ...view, ...chosen })}
      />
    </header>
  )
}
