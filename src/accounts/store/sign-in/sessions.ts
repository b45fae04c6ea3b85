import type { SignedInActor } from '../../audit-note.ts'
import type { SessionEntry, SessionStore } from '../../sign-in-store.ts'
import { MINUTE_MS } from '../../../platform/time/time-units.ts'
import type { AccountOptions } from '../account-store-options.ts'
import { SESSION_IDLE_MS } from './start-session.ts'
import type { AccountDatabase } from '../schema.ts'
import { signInDeveloperOf, signInDevelopers } from './sign-in-developers.ts'

/**
 * Milliseconds between two updates of a session's last use: each is a write that every process is
 * notified of.
 */
const NOTED_EVERY_MS = 5 * MINUTE_MS

/** Creates the SQL store of sessions. */
export function createSessions(options: AccountOptions): SessionStore {
  return new SqlSessionStore(options)
}

class SqlSessionStore implements SessionStore {
  readonly #options: AccountOptions
  readonly #database: AccountDatabase

  constructor(options: AccountOptions) {
    this.#options = options
    this.#database = options.database
  }

  async find(mac: Uint8Array) {
    const { defaultLimits, nowMs } = this.#options
    const now = nowMs()
    const row = await signInDevelopers(this.#database)
      .innerJoin('sessions', 'sessions.developer_id', 'developers.id')
      .select(['sessions.id as session_id', 'sessions.used_at_ms'])
      .where('token_mac', '=', mac)
      .where('expires_at_ms', '>', now)
      .where('used_at_ms', '>', now - SESSION_IDLE_MS)
      .where('suspended_at_ms', 'is', null)
      .executeTakeFirst()
    if (row === undefined) return undefined
    if (row.used_at_ms <= now - NOTED_EVERY_MS) await this.#markUsed(row.session_id, now)
    return { sessionId: row.session_id, developer: signInDeveloperOf(row, defaultLimits) }
  }

  list(developerId: string): Promise<readonly SessionEntry[]> {
    return readSessions(this.#database, developerId, this.#options.nowMs())
  }

  end(sessionId: string, by: SignedInActor): Promise<boolean> {
    const { withReserve, writeAudit } = this.#options
    return withReserve(() =>
      this.#database.transaction().execute(async (transaction) => {
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
    )
  }

  endOthers(sessionId: string, by: SignedInActor): Promise<number> {
    const { withReserve, writeAudit } = this.#options
    return withReserve(() =>
      this.#database.transaction().execute(async (transaction) => {
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
    )
  }

  async #markUsed(sessionId: string, nowMs: number): Promise<void> {
    try {
      await this.#database
        .updateTable('sessions')
        .set({ used_at_ms: nowMs })
        .where('id', '=', sessionId)
        .where('used_at_ms', '<', nowMs)
        .execute()
    } catch {
      // The session must remain usable on a full disk, to revoke keys. It ends earlier if that
      // lasts for days.
    }
  }
}

/**
 * Returns the sessions of a developer that have not ended at `nowMs` (Unix ms), most recently used
 * first.
 */
export async function readSessions(
  database: AccountDatabase,
  developerId: string,
  nowMs: number,
): Promise<readonly SessionEntry[]> {
  const rows = await database
    .selectFrom('sessions')
    .selectAll()
    .where('developer_id', '=', developerId)
    .where('expires_at_ms', '>', nowMs)
    .where('used_at_ms', '>', nowMs - SESSION_IDLE_MS)
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
}
