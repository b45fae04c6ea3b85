import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../../../test/harness/manual-clock.ts'
import type { HistoryStore, KnownRun } from '../../../history-store.ts'
import type { PublicClient } from '../../public-content.ts'
import { createEventHandlers } from './event-handlers.ts'

const START_MS = Date.UTC(2026, 5, 15)
const CLIENT = {} as PublicClient

/** Returns how long a list of these runs is fresh, in milliseconds. */
async function freshness(...runs: readonly KnownRun[]): Promise<number> {
  const store = { runs: async () => runs, facts: async () => [] } as unknown as HistoryStore
  const handlers = createEventHandlers({ store, clock: createManualClock(START_MS) })
  const query = { region: 'jp', before: undefined } as const
  return (await handlers['public.events.list'](query, CLIENT)).freshForMs
}

describe('a list of events', () => {
  it('is fresh for a minute, so that an announced event appears within one', async () => {
    const run = {
      region: 'jp',
      id: '1',
      name: undefined,
      startsAtMs: START_MS - 3_600_000,
      endsAtMs: START_MS + 3_600_000,
      number: 1,
      nextStartsAtMs: undefined,
    } as const
    assert.equal(await freshness(run), 60_000)
  })

  it('is fresh for two seconds while empty, so that a new server shows its first event', async () => {
    assert.equal(await freshness(), 2_000)
  })
})
