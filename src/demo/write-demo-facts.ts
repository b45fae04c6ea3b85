import type { Clock } from '../platform/time/clock.ts'
import { PATCHES_MAX } from '../history/calendar/fact.ts'
import type { HistoryStore } from '../history/history-store.ts'
import { openHistory } from '../history/store/open-sqlite-history.ts'
import { demoFacts } from './content/demo-facts.ts'

/**
 * Writes the operator's data of the demo into the history file at `path`, unless it has any.
 * Creates the file if needed.
 */
export async function writeDemoFacts(
  path: string,
  clock: Pick<Clock, 'nowMs' | 'after'>,
): Promise<void> {
  const store = openHistory(path, clock)
  try {
    await putDemoFacts(store)
  } finally {
    await store.close()
  }
}

/** Writes the operator's data of the demo into a history, unless it has any. */
export async function putDemoFacts(store: HistoryStore): Promise<void> {
  if (await hasData(store)) return
  const facts = demoFacts()
  for (let at = 0; at < facts.length; at += PATCHES_MAX) {
    await store.patchFacts(facts.slice(at, at + PATCHES_MAX))
  }
}

async function hasData(store: HistoryStore): Promise<boolean> {
  const facts = await store.facts({ region: 'jp', kind: 'event' })
  return facts.some(({ source }) => source === 'data')
}
