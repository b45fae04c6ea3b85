import type { JSX } from 'preact'
import { callApi } from '../api/api-client.ts'
import { useMessages } from '../layout/portal-context.ts'
import { PageHeader } from '../components/page-header.tsx'
import { AuditTable } from './audit-table.tsx'
import { useAudit } from './use-audit.ts'

/** Renders the audit trail of the signed-in developer. */
export function AuditPage(): JSX.Element {
  const { audit: messages, common } = useMessages()
  const audit = useAudit('audit', (before, signal) =>
    callApi('audit.list', { query: { before, limit: 50 }, signal }),
  )
  return (
    <>
      <PageHeader title={common.nav.audit} lead={messages.lead} />
      <AuditTable audit={audit} />
    </>
  )
}
