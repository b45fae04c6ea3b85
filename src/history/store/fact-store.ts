import {
  FACTS_MAX,
  PATCHES_MAX,
  type Fact,
  type FactContent,
  type FactKey,
  type FactKind,
  type FactQuery,
  type FactSource,
  type FactStore,
} from '../calendar/fact.ts'
import { mergePatch } from '../calendar/merge-patch.ts'
import type { Region } from '../../game/region.ts'
import type { HistoryDatabase } from './history-schema.ts'
import { withWriteLock } from './lease.ts'

/** Creates the access to facts in SQL. */
export function createFacts(database: HistoryDatabase): FactStore {
  return {
    patchFacts: (patches) => {
      if (patches.length > PATCHES_MAX) {
        return Promise.reject(new RangeError(`More than ${PATCHES_MAX} patches in one write.`))
      }
      return withWriteLock(database, (transaction) => writePatches(transaction, patches))
    },
    facts: (query) => readFacts(database, query),
  }
}

async function readFacts(
  database: HistoryDatabase,
  { region, kind, ids, source }: FactQuery,
): Promise<readonly Fact[]> {
  if (ids?.length === 0) return []
  const rows = await database
    .selectFrom('history_facts')
    .selectAll()
    .where('region', '=', region)
    .where('kind', '=', kind)
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...(ids ?? [])]))
    .$if(source !== undefined, (query) => query.where('source', '=', source ?? ''))
    .orderBy('id')
    .orderBy('starts_at_ms', 'desc')
    .orderBy('source')
    .limit(FACTS_MAX)
    .execute()
  return rows.map((row) => ({
    region: row.region as Region,
    kind: row.kind as FactKind,
    id: row.id,
    startsAtMs: row.starts_at_ms,
    source: row.source as FactSource,
    content: JSON.parse(row.content) as FactContent,
  }))
}

async function writePatches(database: HistoryDatabase, patches: readonly Fact[]): Promise<void> {
  const changed = new Map<string, Fact>()
  const known = await readPatched(database, patches)
  for (const patch of patches) {
    const key = keyOf(patch)
    const before = (changed.get(key) ?? known.get(key))?.content ?? {}
    changed.set(key, { ...patch, content: mergePatch(before, patch.content) })
  }
  const facts = [...changed.values()]
  await upsert(
    database,
    facts.filter(({ content }) => Object.keys(content).length > 0),
  )
  for (const fact of facts) {
    if (Object.keys(fact.content).length === 0) await remove(database, fact)
  }
}

/** Reads the facts that patches change, by their keys. */
async function readPatched(
  database: HistoryDatabase,
  patches: readonly Fact[],
): Promise<ReadonlyMap<string, Fact>> {
  const groups = Map.groupBy(patches, ({ region, kind }) => `${region} ${kind}`)
  const known = new Map<string, Fact>()
  for (const group of groups.values()) {
    const [{ region, kind } = {}] = group
    if (region === undefined || kind === undefined) continue
    const ids = [...new Set(group.map(({ id }) => id))]
    for (const fact of await readFacts(database, { region, kind, ids })) {
      known.set(keyOf(fact), fact)
    }
  }
  return known
}

async function upsert(database: HistoryDatabase, facts: readonly Fact[]): Promise<void> {
  if (facts.length === 0) return
  await database
    .insertInto('history_facts')
    .values(
      facts.map(({ region, kind, id, startsAtMs, source, content }) => ({
        region,
        kind,
        id,
        starts_at_ms: startsAtMs,
        source,
        content: JSON.stringify(content),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['region', 'kind', 'id', 'starts_at_ms', 'source'])
        .doUpdateSet((eb) => ({ content: eb.ref('excluded.content') })),
    )
    .execute()
}

async function remove(
  database: HistoryDatabase,
  { region, kind, id, startsAtMs, source }: FactKey,
): Promise<void> {
  await database
    .deleteFrom('history_facts')
    .where('region', '=', region)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('starts_at_ms', '=', startsAtMs)
    .where('source', '=', source)
    .execute()
}

function keyOf({ region, kind, id, startsAtMs, source }: FactKey): string {
  return [region, kind, id, startsAtMs, source].join(' ')
}
