import type { BegunSession, NewSession, SignedInBy } from '../../domain/sign-in-store.ts'
import { DAY_MS } from '../../domain/time-units.ts'
import type { AccountParts } from './account-parts.ts'
import type { AccountDatabase } from './schema.ts'
import { actorOf, signInDeveloperOf, signInDevelopers } from './sign-in-developers.ts'

/** Milliseconds after which a session that nobody uses is over. */
export const SESSION_IDLE_MS = 7 * DAY_MS

/** Milliseconds after which every session is over. */
export const SESSION_MAX_MS = 30 * DAY_MS

/**
 * Forgets the sessions that are over. In a transaction it comes first: a write that makes other writers of SQLite wait,
 * before anything is read.
 */
export async function forgetOverSessions(
  transaction: AccountDatabase,
  nowMs: number,
): Promise<void> {
  await transaction
    .deleteFrom('sessions')
    .where(({ or, eb }) =>
      or([eb('expires_at_ms', '<=', nowMs), eb('used_at_ms', '<=', nowMs - SESSION_IDLE_MS)]),
    )
    .execute()
}

/** Begins a session in a transaction, and ends the one that the browser had, whoever's it was. */
export async function beginSession(
  transaction: AccountDatabase,
  { defaultLimits, newId, nowMs, writeAudit }: AccountParts,
  {
    developerId,
    session,
    by,
  }: { readonly developerId: string; readonly session: NewSession; readonly by: SignedInBy },
): Promise<BegunSession> {
  const developersOf = (id: string) => signInDevelopers(transaction).where('developers.id', '=', id)
  const developer = signInDeveloperOf(
    await developersOf(developerId).executeTakeFirstOrThrow(),
    defaultLimits,
  )
  if (session.endsMac !== undefined) {
    const ended = await transaction
      .deleteFrom('sessions')
      .where('token_mac', '=', session.endsMac)
      .returning('developer_id')
      .executeTakeFirst()
    if (ended !== undefined) {
      const row = await developersOf(ended.developer_id).executeTakeFirstOrThrow()
      const before = signInDeveloperOf(row, defaultLimits)
      await writeAudit(transaction, {
        action: 'session.ended',
        by: actorOf(before),
        developer: before,
        details: { why: 'signed in anew' },
      })
    }
  }
  const now = nowMs()
  const expiresAtMs = now + SESSION_MAX_MS
  await transaction
    .insertInto('sessions')
    .values({
      id: newId(),
      token_mac: session.mac,
      developer_id: developerId,
      signed_in_by: by,
      agent: session.agent,
      created_at_ms: now,
      used_at_ms: now,
      expires_at_ms: expiresAtMs,
    })
    .execute()
  await writeAudit(transaction, {
    action: 'session.begun',
    by: actorOf(developer),
    developer,
    details: { with: by, agent: session.agent },
  })
  return { developer, expiresAtMs }
}
