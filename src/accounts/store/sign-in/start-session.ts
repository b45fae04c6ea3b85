import type {
  StartedSession,
  NewSession,
  SignedInBy,
  SignInDeveloper,
} from '../../sign-in-store.ts'
import { DAY_MS } from '../../../platform/time/time-units.ts'
import type { AccountOptions } from '../account-store-options.ts'
import type { AccountDatabase } from '../schema.ts'
import { actorOf, signInDeveloperOf, signInDevelopers } from './sign-in-developers.ts'

/** Milliseconds after which an unused session ends. */
export const SESSION_IDLE_MS = 7 * DAY_MS

/** Milliseconds after which every session ends. */
export const SESSION_MAX_MS = 30 * DAY_MS

/** Maximum sessions of one developer; a further one ends the least recently used. */
const SESSIONS_MAX = 20

/** Deletes the expired sessions. */
export async function deleteEndedSessions(
  transaction: AccountDatabase,
  nowMs: number,
): Promise<void> {
  await transaction
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([eb('expires_at_ms', '<=', nowMs), eb('used_at_ms', '<=', nowMs - SESSION_IDLE_MS)]),
    )
    .execute()
}

/** Starts a session in a transaction and ends the browser's previous one, whoever owned it. */
export async function startSession(
  transaction: AccountDatabase,
  options: AccountOptions,
  {
    developerId,
    session,
    by,
    identityId = null,
  }: {
    readonly developerId: string
    readonly session: NewSession
    readonly by: SignedInBy
    /** Person who signs in. */
    readonly identityId?: string | null
  },
): Promise<StartedSession> {
  const { newId, nowMs, writeAudit } = options
  const developer = await readDeveloper(transaction, options, developerId)
  if (session.endsMac !== undefined) await endPrevious(transaction, options, session.endsMac)
  const now = nowMs()
  const expiresAtMs = now + SESSION_MAX_MS
  await transaction
    .insertInto('sessions')
    .values({
      id: newId(),
      token_mac: session.mac,
      developer_id: developerId,
      signed_in_by: by,
      identity_id: identityId,
      agent: session.agent,
      created_at_ms: now,
      used_at_ms: now,
      expires_at_ms: expiresAtMs,
    })
    .execute()
  await endSurplusSessions(transaction, developerId, session.mac)
  await writeAudit(transaction, {
    action: 'session.begun',
    by: actorOf(developer),
    developer,
    details: { with: by, agent: session.agent },
  })
  return { developer, expiresAtMs }
}

async function readDeveloper(
  transaction: AccountDatabase,
  { defaultLimits }: AccountOptions,
  developerId: string,
): Promise<SignInDeveloper> {
  const row = await signInDevelopers(transaction)
    .where('developers.id', '=', developerId)
    .executeTakeFirstOrThrow()
  return signInDeveloperOf(row, defaultLimits)
}

/** Ends the session with this MAC, if it has not ended. */
async function endPrevious(
  transaction: AccountDatabase,
  options: AccountOptions,
  mac: Uint8Array,
): Promise<void> {
  const ended = await transaction
    .deleteFrom('sessions')
    .where('token_mac', '=', mac)
    .returning('developer_id')
    .executeTakeFirst()
  if (ended === undefined) return
  const developer = await readDeveloper(transaction, options, ended.developer_id)
  await options.writeAudit(transaction, {
    action: 'session.ended',
    by: actorOf(developer),
    developer,
    details: { why: 'signed in anew' },
  })
}

/** Ends the sessions beyond the maximum, except the one just started. */
async function endSurplusSessions(
  transaction: AccountDatabase,
  developerId: string,
  startedMac: Uint8Array,
): Promise<void> {
  const surplus = await transaction
    .selectFrom('sessions')
    .select('id')
    .where('developer_id', '=', developerId)
    .where('token_mac', '!=', startedMac)
    .orderBy('used_at_ms', 'desc')
    .orderBy('created_at_ms', 'desc')
    .offset(SESSIONS_MAX - 1)
    .limit(1_000)
    .execute()
  if (surplus.length === 0) return
  const ids = surplus.map(({ id }) => id)
  await transaction.deleteFrom('sessions').where('id', 'in', ids).execute()
}
