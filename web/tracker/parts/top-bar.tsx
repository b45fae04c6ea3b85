import type { JSX } from 'preact'
import { LookChoice } from '../../parts/look-choice.tsx'
import { inRegion } from '../view/change-view.ts'
import type { PageProps } from '../view/page.ts'
import { REGIONS } from '../../words/regions.ts'
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
      <LookChoice
        lang={lang}
        theme={view.theme}
        texts={texts}
        choose={(chosen) => choose({ ...view, ...chosen })}
      />
    </header>
  )
}
