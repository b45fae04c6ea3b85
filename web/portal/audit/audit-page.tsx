import type { JSX } from 'preact'
import { callApi } from '../api/api-client.ts'
import { usePortal } from '../layout/portal-context.ts'
import { PageHeader } from '../components/page-header.tsx'
import { AuditTable } from './audit-table.tsx'
import { AUDIT_MESSAGES } from './messages/audit-messages.ts'
import { useAudit } from './use-audit.ts'

/** Renders the audit trail of the signed-in developer. */
export function AuditPage(): JSX.Element {
  const { lang, common } = usePortal()
  const audit = useAudit('audit', (before, signal) =>
    callApi('audit.list', { query: { before, limit: 50 }, signal }),
  )
  return (
    <>
      <PageHeader title={common.nav.audit} lead={AUDIT_MESSAGES[lang].lead} />
      <AuditTable audit={audit} />
    </>
  )
}
