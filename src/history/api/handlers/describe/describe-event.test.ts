import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KnownRun } from '../../../history-store.ts'
import type { EventFacts } from '../../../calendar/event-facts.ts'
import { HOUR_MS } from '../../../../platform/time/time-units.ts'
import { describeKnownRun } from './describe-event.ts'

const START_MS = Date.UTC(2026, 6, 1)
const END_MS = START_MS + 100 * HOUR_MS

const run = (about: Partial<KnownRun> = {}): KnownRun => ({
  region: 'jp',
  id: '7',
  name: undefined,
  startsAtMs: START_MS,
  endsAtMs: END_MS,
  number: 2,
  nextStartsAtMs: undefined,
  ...about,
})
const facts = ({ data = {}, announcements, observed }: Partial<EventFacts> = {}): EventFacts => ({
  data,
  announcements: announcements ?? new Map(),
  observed: observed ?? new Map(),
  songs: new Map(),
})
const announced = (title: string, shownFromMs = START_MS) => ({
  announcementId: '1',
  title,
  bannerUrl: `https://x.test/${title}.png`,
  shownFromMs,
})
const phasesAt = (nowMs: number, known: EventFacts, about: Partial<KnownRun> = {}) =>
  describeKnownRun(run(about), known, nowMs).phases?.map(
    ({ phase, startsAt, endsAt, source }) =>
      `${phase} ${(Number(startsAt) - START_MS) / HOUR_MS}-` +
      `${endsAt === '0' ? '' : (Number(endsAt) - START_MS) / HOUR_MS} ${source}`,
  )

describe('a run', () => {
  it("has the name of the operator's data, else of its announcement, each with its source", () => {
    const announcements = new Map([[START_MS, announced('Title')]])
    const known = { name: { en: 'Summer' }, kind: 'marathon' }
    const both = describeKnownRun(run(), facts({ data: known, announcements }), START_MS)
    assert.deepEqual(both.name, { en: 'Summer' })
    assert.equal(both.bannerUrl, 'https://x.test/Title.png')
    assert.equal(both.kind, 'marathon')
    assert.deepEqual(both.sources, { name: 'data', bannerUrl: 'announcement', kind: 'data' })
    const one = describeKnownRun(run(), facts({ announcements }), START_MS)
    assert.deepEqual([one.name, one.sources?.name], [{ ja: 'Title' }, 'announcement'])
    const fromFile = describeKnownRun(run({ name: 'File' }), facts({ announcements }), START_MS)
    assert.deepEqual([fromFile.name, fromFile.sources?.name], [{ ja: 'File' }, 'data'])
    const none = describeKnownRun(run(), facts(), START_MS)
    assert.deepEqual([none.name, none.bannerUrl, none.sources], [{}, '', {}])
    assert.equal(none.run, 2)
  })

  it('that is not announced yet has the name of the latest run before it', () => {
    const known = new Map([
      [START_MS - 2, announced('Oldest')],
      [START_MS - 1, announced('Before')],
      [START_MS + 1, announced('After')],
    ])
    const { name } = describeKnownRun(run(), facts({ announcements: known }), START_MS)
    assert.deepEqual(name, { ja: 'Before' })
  })

  it('has the phases that are known, each with its source', () => {
    const observed = new Map([
      [START_MS, { seenAtMs: START_MS - 9 * HOUR_MS, resultsAtMs: END_MS + HOUR_MS }],
    ])
    assert.deepEqual(phasesAt(START_MS, facts({ observed })), [
      'announced -9-0 observed',
      'running 0-100 data',
      'aggregating 100-101 observed',
      'results 101- observed',
    ])
    const announcements = new Map([[START_MS, announced('x', START_MS - 20 * HOUR_MS)]])
    const planned = {
      runs: [{ startsAtMs: START_MS, endsAtMs: END_MS, resultsAtMs: END_MS + 5 * HOUR_MS }],
    }
    assert.deepEqual(
      phasesAt(START_MS, facts({ data: planned, announcements, observed }), {
        nextStartsAtMs: START_MS + 200 * HOUR_MS,
      }),
      [
        'announced -20-0 announcement',
        'running 0-100 data',
        'aggregating 100-105 data',
        'results 105-200 data',
      ],
    )
  })

  it('aggregates for a day after its end at most, if nothing says when results come', () => {
    assert.deepEqual(phasesAt(END_MS - 1, facts()), ['running 0-100 data'])
    assert.deepEqual(phasesAt(END_MS, facts()), ['running 0-100 data', 'aggregating 100- data'])
    assert.deepEqual(phasesAt(END_MS + 24 * HOUR_MS, facts()), ['running 0-100 data'])
    const next = { nextStartsAtMs: END_MS }
    assert.deepEqual(phasesAt(END_MS, facts(), next), ['running 0-100 data'])
  })
})
