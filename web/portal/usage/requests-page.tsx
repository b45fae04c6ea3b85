import type { JSX } from 'preact'
import { usePortal } from '../frame/portal-context.ts'
import { PageHead } from '../parts/page-head.tsx'
import { RequestSearch } from './request-search.tsx'
import { USAGE_TEXTS } from './texts/usage-texts.ts'
import './usage.css'

/** `/portal/requests`: asks which request it is about. */
export function RequestsPage(): JSX.Element {
  const { lang } = usePortal()
  const texts = USAGE_TEXTS[lang]
  return (
    <>
      <PageHead title={texts.request.title} lead={texts.request.lead} />
      <RequestSearch texts={texts} isPrimary />
      <p class="quiet">{texts.request.private}</p>
    </>
  )
}
