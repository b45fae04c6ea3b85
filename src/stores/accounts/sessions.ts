import type { SignInStore } from '../../domain/sign-in-store.ts'
import { MINUTE_MS } from '../../domain/time-units.ts'
import type { AccountParts } from './account-parts.ts'
import { SESSION_IDLE_MS } from './begin-session.ts'
import { signInDeveloperOf, signInDevelopers } from './sign-in-developers.ts'

/** Milliseconds between two times that a session is noted as used: each is a write, and every process hears of it. */
const NOTED_EVERY_MS = 5 * MINUTE_MS

/** The sessions in SQL. */
export function createSessions({
  database,
  defaultLimits,
  nowMs,
  writeAudit,
}: AccountParts): Pick<
  SignInStore,
  'findSession' | 'listSessions' | 'endSession' | 'endOtherSessions'
> {
  return {
    findSession: async (mac) => {
      const now = nowMs()
      const row = await signInDevelopers(database)
        .innerJoin('sessions', 'sessions.developer_id', 'developers.id')
        .select(['sessions.id as session_id', 'sessions.used_at_ms'])
        .where('token_mac', '=', mac)
        .where('expires_at_ms', '>', now)
        .where('used_at_ms', '>', now - SESSION_IDLE_MS)
        .where('suspended_at_ms', 'is', null)
        .executeTakeFirst()
      if (row === undefined) return undefined
      if (row.used_at_ms <= now - NOTED_EVERY_MS) {
        await database
          .updateTable('sessions')
          .set({ used_at_ms: now })
          .where('id', '=', row.session_id)
          .where('used_at_ms', '<', now)
          .execute()
      }
      return { sessionId: row.session_id, developer: signInDeveloperOf(row, defaultLimits) }
    },
    listSessions: async (developerId) => {
      const now = nowMs()
      const rows = await database
        .selectFrom('sessions')
        .selectAll()
        .where('developer_id', '=', developerId)
        .where('expires_at_ms', '>', now)
        .where('used_at_ms', '>', now - SESSION_IDLE_MS)
        .orderBy('used_at_ms', 'desc')
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        sessionId: row.id,
        signedInBy: row.signed_in_by,
        agent: row.agent,
        createdAtMs: row.created_at_ms,
        usedAtMs: row.used_at_ms,
        expiresAtMs: Math.min(row.expires_at_ms, row.used_at_ms + SESSION_IDLE_MS),
      }))
    },
    endSession: (sessionId, by) =>
      database.transaction().execute(async (transaction) => {
        const ended = await transaction
          .deleteFrom('sessions')
          .where('id', '=', sessionId)
          .where('developer_id', '=', by.developerId)
          .returning(['signed_in_by', 'agent'])
          .executeTakeFirst()
        if (ended === undefined) return false
        const details = { with: ended.signed_in_by, agent: ended.agent }
        await writeAudit(transaction, { action: 'session.ended', by, developer: by, details })
        return true
      }),
    endOtherSessions: (sessionId, by) =>
      database.transaction().execute(async (transaction) => {
        const ended = await transaction
          .deleteFrom('sessions')
          .where('developer_id', '=', by.developerId)
          .where('id', '!=', sessionId)
          .returning(['signed_in_by', 'agent'])
          .execute()
        const notes = ended.map(({ signed_in_by: withWhat, agent }) => ({
          action: 'session.ended' as const,
          by,
          developer: by,
          details: { with: withWhat, agent },
        }))
        await writeAudit(transaction, ...notes)
        return ended.length
      }),
  }
}
