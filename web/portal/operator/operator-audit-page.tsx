import type { JSX } from 'preact'
import { callApi } from '../api/api-client.ts'
import { useQuery } from '../api/use-query.ts'
import { AuditTable } from '../audit/audit-table.tsx'
import { useAudit } from '../audit/use-audit.ts'
import { pathTo } from '../layout/route.ts'
import { useMessages, usePortal } from '../layout/portal-context.ts'
import { Link } from '../components/link.tsx'
import { Notice } from '../components/notice.tsx'
import { OperatorHeader } from './operator-header.tsx'

/**
 * `/portal/operator/audit`: renders the audit trail of all accounts, or of one with `?developer=`.
 */
export function OperatorAuditPage(): JSX.Element {
  const { route } = usePortal()
  const { audit: messages } = useMessages().operator
  const wanted = route.query.get('developer') ?? ''
  const developerId = /^[A-Za-z0-9_-]{1,64}$/.test(wanted) ? wanted : undefined
  const developer = useQuery({
    key: developerId,
    load: (signal) =>
      callApi('operator.developer', { path: { developerId: developerId ?? '' }, signal }),
  })
  const audit = useAudit(`operator ${developerId ?? ''}`, (before, signal) =>
    callApi('operator.audit', { query: { before, limit: 50, developerId }, signal }),
  )
  return (
    <>
      <OperatorHeader title={messages.title} lead={messages.lead} />
      {developerId !== undefined && (
        <Notice>
          <p>{messages.of(developer.value?.name ?? developerId)}</p>
          <Link to={pathTo('operatorAudit')}>{messages.all}</Link>
        </Notice>
      )}
      <AuditTable audit={audit} showsDeveloper />
    </>
  )
}
