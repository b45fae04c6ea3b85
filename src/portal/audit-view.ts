import type { AuditEntry, AuditPage } from '../accounts/audit-store.ts'
import type { PortalAuditEntry } from './contract/shapes.ts'
import type { CurrentUser } from './current-user.ts'

/** Default number of entries of a page. */
export const AUDIT_PAGE = 50

/** Returns a page of the audit trail in the portal's format. */
export function showAuditPage(
  { entries, next }: AuditPage,
  show: (entry: AuditEntry) => PortalAuditEntry,
): { entries: PortalAuditEntry[]; next?: string } {
  return { entries: entries.map(show), ...(next !== undefined && { next }) }
}

/** Returns an entry with everything an operator may see. */
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
 * Returns an entry as the concerned developer may see it: without the operator's name, and with
 * another developer who reported a leaked key as `anyone`.
 */
export function showToDeveloper(entry: AuditEntry, currentUser: CurrentUser): PortalAuditEntry {
  const { byName, ...shown } = showToOperator(entry)
  const { by } = entry
  if (by.kind === 'operator' || !('developerId' in by)) return shown
  if (by.developerId !== currentUser.developerId) return { ...shown, by: 'anyone' }
  return { ...shown, ...(byName !== undefined && { byName }) }
}
