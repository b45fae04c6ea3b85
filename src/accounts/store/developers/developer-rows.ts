import type { Actor, AuditAction } from '../../audit-note.ts'
import type { DeveloperEntry } from '../../account-store.ts'
import type { ApplicationKey } from '../../application-store.ts'
import type { DeveloperChanges, DeveloperDetail, DeveloperStore } from '../../developer-store.ts'
import { approvePendingAccess } from './access-request-columns.ts'
import type { AccountOptions } from '../account-store-options.ts'
import { decide, reject } from '../transaction-result.ts'
import { developerEntry, developerRows } from './developer-columns.ts'
import { lockPlan } from './insert-developer.ts'
import { lockDevelopers } from '../lock-rows.ts'
import { applicationKey } from '../keys/key-columns.ts'
import { limitColumns, limitDetails } from '../plans/limit-columns.ts'
import { mergeDevelopers } from './merge-developers.ts'
import { readApplications } from '../keys/read-applications.ts'
import { readIdentities } from '../sign-in/identities.ts'
import { revokeKey } from '../keys/revoke-key.ts'
import type { AccountDatabase, AccountTables } from '../schema.ts'
import { readSessions } from '../sign-in/sessions.ts'

/** Creates the SQL developer store. */
export function createDeveloperStore(options: AccountOptions): DeveloperStore {
  return new SqlDeveloperStore(options)
}

/** Change of a developer's state: the columns to set and the condition. */
interface StateChange {
  readonly action: AuditAction
  readonly set: Partial<Pick<AccountTables['developers'], 'suspended_at_ms' | 'waiting_since_ms'>>
  readonly where: 'suspended_at_ms' | 'waiting_since_ms'
  /** Required state of the `where` column. */
  readonly is: 'null' | 'not null'
}

const REINSTATE: StateChange = {
  action: 'developer.reinstated',
  set: { suspended_at_ms: null },
  where: 'suspended_at_ms',
  is: 'not null',
}

const APPROVE: StateChange = {
  action: 'developer.approved',
  set: { waiting_since_ms: null },
  where: 'waiting_since_ms',
  is: 'not null',
}

/** Changes more in the transaction of a state change. Returns the audit details. */
type ChangeFurther = (transaction: AccountDatabase) => Promise<Readonly<Record<string, string>>>

class SqlDeveloperStore implements DeveloperStore {
  readonly #options: AccountOptions
  readonly #database: AccountDatabase

  constructor(options: AccountOptions) {
    this.#options = options
    this.#database = options.database
  }

  async list(page?: { readonly after?: string | undefined; readonly limit: number }) {
    const { defaultLimits, nowMs } = this.#options
    const rows = await developerRows(this.#database, nowMs())
      .$if(page?.after !== undefined, (query) =>
        query.where('developers.name', '>', (eb) =>
          eb
            .selectFrom('developers as last')
            .select('last.name')
            .where('last.id', '=', page?.after ?? ''),
        ),
      )
      .$if(page !== undefined, (query) => query.limit(page?.limit ?? 0))
      .execute()
    return rows.map((row) => developerEntry(row, defaultLimits))
  }

  async get(developerId: string): Promise<DeveloperDetail | undefined> {
    const entry = await this.findById(developerId)
    if (entry === undefined) return undefined
    const { nowMs } = this.#options
    const identities = await readIdentities(this.#database, developerId)
    const applicationList = await readApplications(this.#database, nowMs(), developerId)
    const sessions = await readSessions(this.#database, developerId, nowMs())
    return { ...entry, applicationList, identities, sessions }
  }

  findByName(name: string): Promise<DeveloperEntry | undefined> {
    return this.#find('name', name)
  }

  findById(developerId: string): Promise<DeveloperEntry | undefined> {
    return this.#find('id', developerId)
  }

  change(by: Actor, developerId: string, changes: DeveloperChanges) {
    return decide(this.#database, async (transaction) => {
      const { plan, limits = {} } = changes
      // Locks the plan's row first, in the same order as its removal, so that no developer gets a
      // plan that is being removed.
      if (typeof plan === 'string' && (await lockPlan(transaction, plan)) === undefined) {
        return reject('no_plan')
      }
      const old = await lockDeveloper(transaction, developerId)
      if (old === undefined) return reject('not_found')
      const set = columnsOf(changes)
      if (Object.keys(set).length === 0) return 'changed'
      await transaction.updateTable('developers').set(set).where('id', '=', developerId).execute()
      const { writeAudit } = this.#options
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
    })
  }

  suspend(by: Actor, developerId: string): Promise<boolean> {
    const { nowMs, withReserve } = this.#options
    const endSessions: ChangeFurther = async (transaction) => {
      const ended = await transaction
        .deleteFrom('sessions')
        .where('developer_id', '=', developerId)
        .returning('id')
        .execute()
      return { sessions: String(ended.length) }
    }
    return withReserve(() => {
      const suspend: StateChange = {
        action: 'developer.suspended',
        set: { suspended_at_ms: nowMs() },
        where: 'suspended_at_ms',
        is: 'null',
      }
      return this.#setState(by, developerId, suspend, endSessions)
    })
  }

  reinstate(by: Actor, developerId: string): Promise<boolean> {
    return this.#setState(by, developerId, REINSTATE)
  }

  approve(by: Actor, developerId: string): Promise<boolean> {
    const { nowMs } = this.#options
    return this.#setState(by, developerId, APPROVE, async (transaction) => {
      await approvePendingAccess(transaction, developerId, nowMs())
      return {}
    })
  }

  merge(by: Actor, fromId: string, intoId: string) {
    return decide(this.#database, (transaction) =>
      mergeDevelopers(transaction, this.#options, { by, fromId, intoId }),
    )
  }

  async revokeKey(by: Actor, keyId: string): Promise<ApplicationKey | undefined> {
    const { nowMs } = this.#options
    const row = await revokeKey(this.#options, { keyId, atMs: nowMs(), by })
    return row === undefined ? undefined : applicationKey(row, nowMs())
  }

  async #find(column: 'id' | 'name', text: string): Promise<DeveloperEntry | undefined> {
    const { defaultLimits, nowMs } = this.#options
    const row = await developerRows(this.#database, nowMs())
      .where(`developers.${column}`, '=', text)
      .executeTakeFirst()
    return row === undefined ? undefined : developerEntry(row, defaultLimits)
  }

  /**
   * Changes a developer's state unless it is set already, and what `changeFurther` changes in the
   * same transaction. Returns whether the developer exists. Uses no disk reserve: only a change
   * that takes access away may, and its caller says so.
   */
  async #setState(
    by: Actor,
    developerId: string,
    { action, set, where, is }: StateChange,
    changeFurther: ChangeFurther = async () => ({}),
  ): Promise<boolean> {
    return this.#database.transaction().execute(async (transaction) => {
      const changed = await transaction
        .updateTable('developers')
        .set(set)
        .where('id', '=', developerId)
        .where(where, is === 'null' ? 'is' : 'is not', null)
        .returning('name')
        .executeTakeFirst()
      if (changed === undefined) return isKnown(transaction, developerId)
      const details = await changeFurther(transaction)
      const developer = { developerId, name: changed.name }
      await this.#options.writeAudit(transaction, { action, by, developer, details })
      return true
    })
  }
}

function columnsOf({ plan, limits = {} }: DeveloperChanges) {
  return { ...limitColumns(limits), ...(plan !== undefined && { plan }) }
}

/**
 * Locks and returns a developer's row until the end of the transaction; `undefined` for an unknown
 * one.
 */
function lockDeveloper(transaction: AccountDatabase, developerId: string) {
  return lockDevelopers(transaction)
    .where('id', '=', developerId)
    .select(['name', 'plan'])
    .executeTakeFirst()
}

/** Returns whether there is a developer with this id. */
async function isKnown(transaction: AccountDatabase, developerId: string): Promise<boolean> {
  const rows = transaction.selectFrom('developers').select('id').where('id', '=', developerId)
  return (await rows.executeTakeFirst()) !== undefined
}
