import { isFinal, UPDATES_MAX } from '../incident-store.ts'
import type {
  Component,
  Impact,
  Incident,
  IncidentState,
  IncidentStore,
  IncidentUpdate,
  NewIncident,
} from '../incident-store.ts'
import type { AccountOptions } from './account-store-options.ts'
import type { AccountDatabase, AccountTables } from './schema.ts'

/** Maximum listed incidents. */
const LISTED_MAX = 100

type Options = Pick<AccountOptions, 'database' | 'newId' | 'nowMs'>

/** Creates the SQL store of incidents. */
export function createIncidentStore(options: Options): IncidentStore {
  return new SqlIncidentStore(options)
}

class SqlIncidentStore implements IncidentStore {
  readonly #options: Options
  readonly #database: AccountDatabase

  constructor(options: Options) {
    this.#options = options
    this.#database = options.database
  }

  create({ title, impact, components, window, state, text }: NewIncident): Promise<Incident> {
    const { newId, nowMs } = this.#options
    return this.#database.transaction().execute(async (transaction) => {
      const id = newId()
      const atMs = nowMs()
      await transaction
        .insertInto('incidents')
        .values({
          id,
          title,
          impact,
          components: components.join(' '),
          created_at_ms: atMs,
          from_ms: window?.fromMs ?? null,
          until_ms: window?.untilMs ?? null,
          ended_at_ms: isFinal(state) ? atMs : null,
        })
        .execute()
      await this.#addUpdate(transaction, id, { state, text }, atMs)
      const [created] = await readIncidents(transaction, [id])
      if (created === undefined) throw new Error('An incident is missing after its creation.')
      return created
    })
  }

  update(
    incidentId: string,
    update: Pick<IncidentUpdate, 'state' | 'text'>,
  ): Promise<Incident | undefined> {
    const atMs = this.#options.nowMs()
    return this.#database.transaction().execute(async (transaction) => {
      const found = await transaction
        .updateTable('incidents')
        .set({ ended_at_ms: isFinal(update.state) ? atMs : null })
        .where('id', '=', incidentId)
        .returning('id')
        .executeTakeFirst()
      if (found === undefined) return undefined
      const [stands] = await readIncidents(transaction, [incidentId])
      if ((stands?.updates.length ?? 0) >= UPDATES_MAX) return undefined
      await this.#addUpdate(transaction, incidentId, update, atMs)
      const [changed] = await readIncidents(transaction, [incidentId])
      return changed
    })
  }

  remove(incidentId: string): Promise<boolean> {
    return this.#database.transaction().execute(async (transaction) => {
      await transaction
        .deleteFrom('incident_updates')
        .where('incident_id', '=', incidentId)
        .execute()
      const removed = await transaction
        .deleteFrom('incidents')
        .where('id', '=', incidentId)
        .returning('id')
        .executeTakeFirst()
      return removed !== undefined
    })
  }

  async list(sinceMs: number): Promise<readonly Incident[]> {
    const rows = await this.#database
      .selectFrom('incidents')
      .select('id')
      .where((eb) =>
        eb.or([
          eb('ended_at_ms', 'is', null),
          eb('ended_at_ms', '>=', sinceMs),
          eb('created_at_ms', '>=', sinceMs),
        ]),
      )
      .orderBy('created_at_ms', 'desc')
      .orderBy('id', 'desc')
      .limit(LISTED_MAX)
      .execute()
    return readIncidents(
      this.#database,
      rows.map(({ id }) => id),
    )
  }

  async #addUpdate(
    transaction: AccountDatabase,
    incidentId: string,
    { state, text }: Pick<IncidentUpdate, 'state' | 'text'>,
    atMs: number,
  ): Promise<void> {
    const id = this.#options.newId()
    await transaction
      .insertInto('incident_updates')
      .values({ id, incident_id: incidentId, at_ms: atMs, state, text })
      .execute()
  }
}

/** Reads incidents by id with their updates, newest first. */
async function readIncidents(
  database: AccountDatabase,
  ids: readonly string[],
): Promise<readonly Incident[]> {
  if (ids.length === 0) return []
  const rows = await database
    .selectFrom('incidents')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('created_at_ms', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const updates = await database
    .selectFrom('incident_updates')
    .selectAll()
    .where('incident_id', 'in', [...ids])
    .orderBy('at_ms', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const byIncident = Map.groupBy(updates, ({ incident_id }) => incident_id)
  return rows.map((row) => incidentOf(row, byIncident.get(row.id) ?? []))
}

function incidentOf(
  row: AccountTables['incidents'],
  updates: readonly AccountTables['incident_updates'][],
): Incident {
  const { from_ms: fromMs, until_ms: untilMs } = row
  return {
    incidentId: row.id,
    title: row.title,
    impact: row.impact as Impact,
    components: row.components.split(' ').filter((name) => name !== '') as Component[],
    createdAtMs: row.created_at_ms,
    window: fromMs === null || untilMs === null ? undefined : { fromMs, untilMs },
    endedAtMs: row.ended_at_ms ?? undefined,
    updates: updates.map(({ id, at_ms, state, text }) => ({
      updateId: id,
      atMs: at_ms,
      state: state as IncidentState,
      text,
    })),
  }
}
