import type { JSX } from 'preact'
import { askPortal } from '../api/ask-portal.ts'
import { useAsked } from '../api/use-asked.ts'
import { AuditTable } from '../audit/audit-table.tsx'
import { useAudit } from '../audit/use-audit.ts'
import { pathTo } from '../frame/place.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Link } from '../parts/link.tsx'
import { Notice } from '../parts/notice.tsx'
import { OperatorHead } from './operator-head.tsx'
import { OPERATOR_TEXTS } from './texts/operator-texts.ts'

/** `/portal/operator/audit`: everything that was done to accounts; with `?developer=` what concerns one of them. */
export function OperatorAuditPage(): JSX.Element {
  const { lang, place } = usePortal()
  const { audit: texts } = OPERATOR_TEXTS[lang]
  const wanted = place.query.get('developer') ?? ''
  const developerId = /^[A-Za-z0-9_-]{1,64}$/.test(wanted) ? wanted : undefined
  const developer = useAsked({
    key: developerId,
    load: (signal) =>
      askPortal('operator.developer', { path: { developerId: developerId ?? '' }, signal }),
  })
  const audit = useAudit(`operator ${developerId ?? ''}`, (before, signal) =>
    askPortal('operator.audit', { query: { before, limit: 50, developerId }, signal }),
  )
  return (
    <>
      <OperatorHead title={texts.title} lead={texts.lead} />
      {developerId !== undefined && (
        <Notice>
          <p>{texts.of(developer.value?.name ?? developerId)}</p>
          <Link to={pathTo('operatorAudit')}>{texts.all}</Link>
        </Notice>
      )}
      <AuditTable audit={audit} showsDeveloper />
    </>
  )
}
