import type { JSX } from 'preact'
import { usePortal } from '../frame/portal-context.ts'
import { OperatorHead } from './operator-head.tsx'
import { OPERATOR_TEXTS } from './texts/operator-texts.ts'

/** `/portal/operator/audit`: everything that was done to accounts. */
export function OperatorAuditPage(): JSX.Element {
  const { lang } = usePortal()
  const { audit: texts } = OPERATOR_TEXTS[lang]
  return <OperatorHead title={texts.title} lead={texts.lead} />
}
