import type { JSX } from 'preact'
import { askPortal } from '../api/ask-portal.ts'
import { usePortal } from '../frame/portal-context.ts'
import { PageHead } from '../parts/page-head.tsx'
import { AuditTable } from './audit-table.tsx'
import { AUDIT_TEXTS } from './texts/audit-texts.ts'
import { useAudit } from './use-audit.ts'

/** What was done to a developer's account, and by whom. */
export function AuditPage(): JSX.Element {
  const { lang, texts } = usePortal()
  const audit = useAudit('audit', (before, signal) =>
    askPortal('audit.list', { query: { before, limit: 50 }, signal }),
  )
  return (
    <>
      <PageHead title={texts.nav.audit} lead={AUDIT_TEXTS[lang].lead} />
      <AuditTable audit={audit} />
    </>
  )
}
