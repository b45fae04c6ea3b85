import type { JSX } from 'preact'
import { usePortal } from '../layout/portal-context.ts'
import { PageHeader } from '../components/page-header.tsx'
import { RequestSearch } from './request-search.tsx'
import { USAGE_MESSAGES } from './messages/usage-messages.ts'
import './usage.css'

/** `/portal/requests`: renders the search for a request. */
export function RequestsPage(): JSX.Element {
  const { lang } = usePortal()
  const messages = USAGE_MESSAGES[lang]
  return (
    <>
      <PageHeader title={messages.request.title} lead={messages.request.lead} />
      <RequestSearch messages={messages} isPrimary />
      <p class="quiet">{messages.request.private}</p>
    </>
  )
}
