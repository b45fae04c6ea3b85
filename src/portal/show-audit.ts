import type { AuditEntry, AuditPage } from '../domain/audit-store.ts'
import type { PortalAuditEntry } from './contract/shapes.ts'
import type { Visitor } from './visitor.ts'

/** How many entries a page has unless told. */
export const AUDIT_PAGE = 50

/** A page of the audit trail in the shape of the table. */
export function showAuditPage(
  { entries, next }: AuditPage,
  show: (entry: AuditEntry) => PortalAuditEntry,
): { entries: PortalAuditEntry[]; next?: string } {
  return { entries: entries.map(show), ...(next !== undefined && { next }) }
}

/** An entry as operators see it: with everything. */
export function showToOperator(entry: AuditEntry): PortalAuditEntry {
  const { auditId, atMs, action, by, developer, subject, details } = entry
  return {
    auditId,
    atMs,
    action,
    by: by.kind,
    ...('name' in by && { byName: by.name }),
    ...(developer !== undefined && { developer }),
    ...(subject !== undefined && { subject }),
    details: { ...details },
  }
}

/**
 * An entry as the developer sees it whom it concerns. Which operator it was is the operators' affair; and another developer, who
 * pasted a leaked key, is to this one anyone.
 */
export function showToDeveloper(entry: AuditEntry, visitor: Visitor): PortalAuditEntry {
  const { byName, ...shown } = showToOperator(entry)
  const { by } = entry
  if (by.kind === 'operator' || !('developerId' in by)) return shown
  if (by.developerId !== visitor.developerId) return { ...shown, by: 'anyone' }
  return { ...shown, ...(byName !== undefined && { byName }) }
}
