import type { AuditNote } from '../../domain/audit.ts'
import type { AccountDatabase } from './schema.ts'

/** What entries of the audit trail are written with. */
export interface WriteAuditSettings {
  /** Makes the random part of an id; at most 32 ASCII characters. */
  readonly newId: () => string
  readonly nowMs: () => number
}

/** Writes entries of the audit trail into the transaction of the change that they tell of. */
export type WriteAudit = (transaction: AccountDatabase, ...notes: AuditNote[]) => Promise<void>

/** Entries of one millisecond that have an order. */
const ORDERED_MAX = 36 ** 2

/**
 * Makes what writes the audit trail. The order of its ids is that of time; of one process it is that in which the entries
 * were written, also within a millisecond.
 */
export function createWriteAudit({ newId, nowMs }: WriteAuditSettings): WriteAudit {
  let [lastMs, nth] = [0, 0]
  const nextId = (atMs: number) => {
    nth = atMs === lastMs ? (nth + 1) % ORDERED_MAX : 0
    lastMs = atMs
    return `${atMs.toString(36).padStart(9, '0')}${nth.toString(36).padStart(2, '0')}${newId()}`
  }
  return async (transaction, ...notes) => {
    if (notes.length === 0) return
    const atMs = nowMs()
    const rows = notes.map(({ action, by, developer, subject, details = {} }) => ({
      id: nextId(atMs),
      at_ms: atMs,
      action,
      by_kind: by.kind,
      by_id: 'developerId' in by ? by.developerId : null,
      by_name: 'name' in by ? by.name : null,
      developer_id: developer?.developerId ?? null,
      developer_name: developer?.name ?? null,
      subject: subject ?? null,
      details: JSON.stringify(details),
    }))
    await transaction.insertInto('audit').values(rows).execute()
  }
}
