import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../../test/harness/manual-clock.ts'
import type { GameEvent } from '../../../game/game-event.ts'
import type { Fact } from '../../calendar/fact.ts'
import type { HistoryStore } from '../../history-store.ts'
import { FactRecorder } from './fact-recorder.ts'

const START_MS = 1_000_000
const END_MS = 2_000_000
const RUN: GameEvent = {
  region: 'jp',
  id: '7',
  name: undefined,
  startsAtMs: START_MS,
  endsAtMs: END_MS,
}
const PERIOD = { startsAtMs: START_MS, endsAtMs: END_MS }
const LISTED = {
  id: '1',
  title: 'Summer',
  category: 'EVENT',
  startAt: String(START_MS),
  endAt: String(END_MS),
} as const

/** A recorder at a time, the facts in its store, and what it wrote. */
function openRecorder(nowMs: number, stored: readonly Fact[] = [], fetchedAtMs?: number) {
  const clock = createManualClock(nowMs)
  const written: Fact[] = []
  let isDown = false
  const store: Pick<HistoryStore, 'facts' | 'patchFacts' | 'snapshot'> = {
    facts: async ({ region, ids = [] }) =>
      stored.filter((fact) => fact.region === region && ids.includes(fact.id)),
    patchFacts: async (patches) => {
      if (isDown) throw new Error('The store is down.')
      written.push(...patches)
    },
    snapshot: async (board) =>
      fetchedAtMs === undefined ? undefined : { board, fetchedAtMs, ranks: [1], rows: [] },
  }
  const recorder = new FactRecorder({ store, clock, afterEndMs: 10, toWallMs: (ms) => ms })
  return { clock, recorder, written, setDown: (down: boolean) => void (isDown = down) }
}

const contentOf = (facts: readonly Fact[]) =>
  facts.map(({ source, startsAtMs, content }) => [source, startsAtMs, content])

describe('facts about runs', () => {
  it('are written once: when a run is first seen, and its announcement', async () => {
    const { recorder, written, clock } = openRecorder(START_MS - 5)
    await recorder.renew([RUN])
    clock.advance(1)
    recorder.setAnnouncements('jp', [LISTED])
    recorder.setAnnouncements('tw', [LISTED])
    await recorder.renew([RUN])
    await recorder.renew([RUN])
    const announcement = {
      announcementId: '1',
      title: 'Summer',
      bannerUrl: null,
      shownFromMs: START_MS,
    }
    assert.deepEqual(contentOf(written), [
      ['observed', START_MS, { ...PERIOD, seenAtMs: START_MS - 5 }],
      ['announcement', START_MS, announcement],
    ])
    recorder.setAnnouncements('jp', [{ ...LISTED, title: 'Late summer' }])
    await recorder.renew([RUN])
    assert.deepEqual(written.at(-1)?.content, { ...announcement, title: 'Late summer' })
  })

  it('are not written again by another process, nor for a run that has started', async () => {
    const stored: Fact = {
      region: 'jp',
      kind: 'event',
      id: '7',
      startsAtMs: START_MS,
      source: 'observed',
      content: { ...PERIOD, seenAtMs: 3 },
    }
    const { recorder, written } = openRecorder(START_MS - 5, [stored])
    await recorder.renew([RUN])
    assert.deepEqual(written, [])
    const running = openRecorder(START_MS)
    await running.recorder.renew([RUN])
    assert.deepEqual(contentOf(running.written), [['observed', START_MS, PERIOD]])
  })

  it('are written after an outage of the store', async () => {
    const { recorder, written, setDown } = openRecorder(START_MS - 5)
    setDown(true)
    await assert.rejects(recorder.renew([RUN]))
    setDown(false)
    await recorder.renew([RUN])
    assert.equal(written.length, 1)
  })

  it('say when the final result was fetched, once the board is settled', async () => {
    const { recorder, written, clock } = openRecorder(END_MS + 9, [], END_MS + 4)
    await recorder.renew([RUN])
    assert.deepEqual(contentOf(written.splice(0)), [['observed', START_MS, PERIOD]])
    clock.advance(1)
    await recorder.renew([RUN])
    await recorder.renew([RUN])
    assert.deepEqual(contentOf(written), [['observed', START_MS, { resultsAtMs: END_MS + 4 }]])
  })

  it('do not name a result that was fetched before the end', async () => {
    const { recorder, written } = openRecorder(END_MS + 10, [], END_MS - 1)
    await recorder.renew([RUN])
    assert.deepEqual(contentOf(written), [['observed', START_MS, PERIOD]])
  })

  it('count how often the period has changed, also when its start moved the facts', async () => {
    const { recorder, written, clock } = openRecorder(START_MS - 5)
    await recorder.renew([RUN])
    clock.advance(1)
    const extended = { ...RUN, endsAtMs: END_MS + 7 }
    await recorder.renew([extended])
    await recorder.renew([extended])
    const changed = { ...PERIOD, endsAtMs: END_MS + 7, changes: 1, changedAtMs: START_MS - 4 }
    assert.deepEqual(contentOf(written.slice(1)), [['observed', START_MS, changed]])

    const moved = { ...extended, startsAtMs: START_MS + 3 }
    const stored: Fact = {
      region: 'jp',
      kind: 'event',
      id: '7',
      startsAtMs: START_MS + 3,
      source: 'observed',
      content: { ...changed, seenAtMs: 3 },
    }
    const next = openRecorder(START_MS - 2, [stored])
    await next.recorder.renew([moved])
    assert.deepEqual(contentOf(next.written), [
      [
        'observed',
        START_MS + 3,
        { startsAtMs: START_MS + 3, endsAtMs: END_MS + 7, changes: 2, changedAtMs: START_MS - 2 },
      ],
    ])
  })
})
