import type { Actor, AuditAction } from '../../domain/audit.ts'
import type { DeveloperChanges, DeveloperStore } from '../../domain/developer-store.ts'
import type { AccountParts } from './account-parts.ts'
import { readApplications } from './application-store.ts'
import { decide, refuse } from './decide.ts'
import { developerEntry, developerRows } from './developer-rows.ts'
import { holdDevelopers, holdPlans } from './hold-rows.ts'
import { applicationKey, keyRows } from './key-rows.ts'
import { limitColumns, limitDetails } from './limit-columns.ts'
import { readIdentities } from './identities.ts'
import { revokeKey } from './revoke-key.ts'
import type { AccountDatabase, AccountTables } from './schema.ts'

/** A change of how a developer stands: what is set, and of whom. */
interface StateChange {
  readonly action: AuditAction
  readonly set: Partial<Pick<AccountTables['developers'], 'suspended_at_ms' | 'waiting_since_ms'>>
  readonly where: 'suspended_at_ms' | 'waiting_since_ms'
  /** Whether that is null so far, or not. */
  readonly is: 'null' | 'not null'
}

/** Developers in SQL, as operators manage them. */
export function createDeveloperStore(parts: AccountParts): DeveloperStore {
  const { database, defaultLimits, nowMs, writeAudit } = parts

  const find = async (column: 'id' | 'name', text: string) => {
    const row = await developerRows(database, nowMs())
      .where(`developers.${column}`, '=', text)
      .executeTakeFirst()
    return row === undefined ? undefined : developerEntry(row, defaultLimits)
  }

  /** Changes how a developer stands, where it is not so already. Whether there is such a developer. */
  const setState = async (
    by: Actor,
    developerId: string,
    { action, set, where, is }: StateChange,
    also: (
      transaction: AccountDatabase,
    ) => Promise<Readonly<Record<string, string>>> = async () => ({}),
  ): Promise<boolean> => {
    await database.transaction().execute(async (transaction) => {
      const changed = await transaction
        .updateTable('developers')
        .set(set)
        .where('id', '=', developerId)
        .where(where, is === 'null' ? 'is' : 'is not', null)
        .returning('name')
        .executeTakeFirst()
      if (changed === undefined) return
      const details = await also(transaction)
      const developer = { developerId, name: changed.name }
      await writeAudit(transaction, { action, by, developer, details })
    })
    return (await find('id', developerId)) !== undefined
  }

  return {
    list: async () => {
      const rows = await developerRows(database, nowMs()).execute()
      return rows.map((row) => developerEntry(row, defaultLimits))
    },

    get: async (developerId) => {
      const entry = await find('id', developerId)
      if (entry === undefined) return undefined
      const identities = await readIdentities(database, developerId)
      const applicationList = await readApplications(database, nowMs(), developerId)
      return { ...entry, applicationList, identities }
    },

    findByName: (name) => find('name', name),

    change: (by, developerId, changes) =>
      decide(database, async (transaction) => {
        const { plan, limits = {} } = changes
        // The plan's row first, as who removes a plan takes it: so nobody is given one that is just going.
        if (typeof plan === 'string' && !(await lockPlan(transaction, plan))) {
          return refuse('no_plan')
        }
        const old = await lockDeveloper(transaction, developerId)
        if (old === undefined) return refuse('not_found')
        const set = columnsOf(changes)
        if (Object.keys(set).length === 0) return 'changed'
        await transaction.updateTable('developers').set(set).where('id', '=', developerId).execute()
        const developer = { developerId, name: old.name }
        if (plan !== undefined && plan !== old.plan) {
          const details = { plan: plan ?? 'none' }
          await writeAudit(transaction, { action: 'developer.plan_set', by, developer, details })
        }
        const details = limitDetails(limits)
        if (Object.keys(details).length > 0) {
          await writeAudit(transaction, { action: 'developer.limits_set', by, developer, details })
        }
        return 'changed'
      }),

    suspend: (by, developerId) =>
      setState(
        by,
        developerId,
        {
          action: 'developer.suspended',
          set: { suspended_at_ms: nowMs() },
          where: 'suspended_at_ms',
          is: 'null',
        },
        async (transaction) => {
          const ended = await transaction
            .deleteFrom('sessions')
            .where('developer_id', '=', developerId)
            .returning('id')
            .execute()
          return { sessions: String(ended.length) }
        },
      ),

    reinstate: (by, developerId) =>
      setState(by, developerId, {
        action: 'developer.reinstated',
        set: { suspended_at_ms: null },
        where: 'suspended_at_ms',
        is: 'not null',
      }),

    approve: (by, developerId) =>
      setState(by, developerId, {
        action: 'developer.approved',
        set: { waiting_since_ms: null },
        where: 'waiting_since_ms',
        is: 'not null',
      }),

    revokeKey: async (by, keyId) => {
      await revokeKey(parts, { keyId, atMs: nowMs(), by })
      const row = await keyRows(database).where('keys.id', '=', keyId).executeTakeFirst()
      return row === undefined ? undefined : applicationKey(row, nowMs())
    },
  }
}

function columnsOf({ plan, limits = {} }: DeveloperChanges) {
  return { ...limitColumns(limits), ...(plan !== undefined && { plan }) }
}

/** Holds a developer's row until the end of the transaction, and reads it; `undefined` for an unknown one. */
function lockDeveloper(transaction: AccountDatabase, developerId: string) {
  return holdDevelopers(transaction)
    .where('id', '=', developerId)
    .returning(['name', 'plan'])
    .executeTakeFirst()
}

/** Holds a plan's row until the end of the transaction. Whether there is such a plan. */
async function lockPlan(transaction: AccountDatabase, plan: string): Promise<boolean> {
  const row = await holdPlans(transaction)
    .where('name', '=', plan)
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}
