import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { GameEvent } from '../../game/game-event.ts'
import { ANNOUNCEMENT_CATEGORIES } from '../../game/messages/announcement-messages.ts'
import type { Fact } from '../../history/calendar/fact.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/time/time-units.ts'
import type { Condition } from './condition.ts'
import { openedNotices, publishedNotices } from './announcement-notices.ts'
import { BoardPoints } from './board-points.ts'
import {
  announcedNotices,
  endedNotice,
  endingNotices,
  expiryNotices,
  quotaNotices,
} from './clock-notices.ts'
import { PredictionBaselines, predictionNotices } from './prediction-notices.ts'
import { cutoffNotices, speedNotices } from './snapshot-notices.ts'
import { SubscriptionIndex } from './subscription-index.ts'

const RUN: GameEvent = {
  region: 'jp',
  id: '2004',
  name: 'ハロー',
  startsAtMs: 10 * DAY_MS,
  endsAtMs: 17 * DAY_MS,
}

/** An index of webhooks named by a letter each, with one condition each. */
function indexOf(
  conditions: readonly Condition[],
  filter: { readonly events?: string[]; readonly sinceMs?: number } = {},
): SubscriptionIndex {
  const index = new SubscriptionIndex()
  conditions.forEach((condition, at) =>
    index.apply({
      revision: at + 1,
      webhookId: 'abcdefgh'[at] ?? '',
      subscription: {
        webhookId: 'abcdefgh'[at] ?? '',
        developerId: `owner-${at % 2}`,
        filter: { regions: ['jp'], events: filter.events ?? [], conditions: [condition] },
        sinceMs: filter.sinceMs ?? 0,
      },
    }),
  )
  return index
}

const START = RUN.startsAtMs

/** The points of rank 100 every 10 minutes from the start. */
function board(...points: readonly number[]): { points: BoardPoints; atMs: number } {
  const known = points.map((value, at) => ({
    atMs: START + at * 10 * MINUTE_MS,
    points: new Map([[100, value]]),
  }))
  return { points: new BoardPoints(known), atMs: known.at(-1)?.atMs ?? 0 }
}

describe('conditions of webhooks', () => {
  it('on a cutoff are met by the snapshot that reaches the value, and by no later one', () => {
    const conditions = [1_000, 1_500, 2_000].map((points): Condition => {
      return { type: 'cutoff.passed', rank: 100, points }
    })
    const told = (...points: readonly number[]) =>
      cutoffNotices(
        { run: RUN, ...board(...points) },
        indexOf(conditions).matches('cutoff.passed', { region: 'jp', eventId: RUN.id }),
      )
    assert.deepEqual(told(900), [])
    const [first, second, ...rest] = told(900, 1_500)
    assert.deepEqual([first?.webhookIds, second?.webhookIds, rest], [['a'], ['b'], []])
    assert.deepEqual(second?.content.data, {
      region: 'jp',
      event: {
        id: '2004',
        name: 'ハロー',
        startsAt: String(START),
        endsAt: String(RUN.endsAtMs),
      },
      rank: 100,
      value: 1_500,
      points: 1_500,
      fetchedAt: String(START + 10 * MINUTE_MS),
    })
    assert.deepEqual(told(900, 1_500, 1_600), [])
    assert.equal(told(900, 1_500)[0]?.messageId, first?.messageId)
    // The points of an earlier run of the same board are not those before.
    const late = { ...RUN, startsAtMs: START + MINUTE_MS }
    const again = cutoffNotices(
      { run: late, ...board(9_000, 1_000) },
      indexOf(conditions).matches('cutoff.passed'),
    )
    assert.deepEqual(
      again.flatMap(({ webhookIds }) => webhookIds),
      ['a'],
    )
  })

  it('on a speed compare with the snapshot an hour ago, and are told once an hour', () => {
    const conditions: Condition[] = [{ type: 'speed.passed', rank: 100, pointsPerHour: 600 }]
    const told = (...points: readonly number[]) =>
      speedNotices({ run: RUN, ...board(...points) }, indexOf(conditions).matches('speed.passed'))
    assert.deepEqual(told(0, 900), [])
    const slow = [0, 80, 160, 240, 320, 400, 480]
    assert.deepEqual(told(...slow), [])
    const [notice] = told(...slow, 700)
    assert.deepEqual([notice?.content.data['pointsPerHour'], notice?.webhookIds], [620, ['a']])
    assert.deepEqual(told(...slow, 700, 800), [])
  })

  it('on a prediction compare with the last one told', () => {
    const matches = indexOf([{ type: 'prediction.moved', rank: 100, percent: 10 }]).matches(
      'prediction.moved',
    )
    const baselines = new PredictionBaselines()
    const told = (value: number, madeAtMs: number) => {
      const interval = [value, value] as const
      const rank = { rank: 100, points: 1, value, interval50: interval, interval90: interval }
      return predictionNotices(RUN, { madeAtMs, ranks: [rank] }, matches, baselines).map(
        ({ content }) => [content.data['before'], content.data['value']],
      )
    }
    assert.deepEqual(told(1_000, 1), [])
    assert.deepEqual(told(1_060, 2), [])
    assert.deepEqual(told(1_100, 3), [[1_000, 1_100]])
    assert.deepEqual(told(1_040, 4), [])
    assert.deepEqual(told(980, 5), [[1_100, 980]])
  })

  it('on the end are met in the period in which it comes that close', () => {
    const index = indexOf([{ type: 'event.ending', hours: 3 }])
    const told = (fromMs: number, untilMs: number) =>
      endingNotices([RUN], { fromMs, untilMs }, index).length
    const atMs = RUN.endsAtMs - 3 * HOUR_MS
    assert.deepEqual(
      [told(atMs - 2, atMs - 1), told(atMs - 1, atMs), told(atMs, atMs + 1)],
      [0, 1, 0],
    )
    assert.equal(told(atMs - 1, RUN.endsAtMs), 0, 'It is over.')
  })

  it('on announced and ended runs give the same message for the same run', () => {
    const index = indexOf([{ type: 'event.announced' }, { type: 'event.ended' }])
    const [one] = announcedNotices([RUN], START - 5, index)
    const [other] = announcedNotices([RUN], START - 4, index)
    assert.deepEqual([one?.messageId, one?.webhookIds], [other?.messageId, ['a']])
    assert.deepEqual(announcedNotices([RUN], START, index), [])
    const ended = endedNotice(RUN, [{ rank: 1, points: 5 }], index)
    assert.deepEqual(
      [ended.webhookIds, ended.content.data['cutoffs']],
      [['b'], [{ rank: 1, points: 5 }]],
    )
  })

  it('hold for the regions and events of the filter, and for what happens after its creation', () => {
    const index = indexOf([{ type: 'event.started' }], { events: ['2004'], sinceMs: 100 })
    const count = (scope: object) => index.matches('event.started', scope).length
    assert.equal(count({ region: 'jp', eventId: '2004', atMs: 100 }), 1)
    assert.equal(count({ region: 'tw', eventId: '2004' }), 0)
    assert.equal(count({ region: 'jp', eventId: '2005' }), 0)
    assert.equal(count({ region: 'jp', eventId: '2004', atMs: 99 }), 0)
    index.apply({ revision: 9, webhookId: 'a', subscription: undefined })
    assert.deepEqual([count({}), index.size, index.revision, index.sinceMs], [0, 0, 9, Infinity])
  })

  it('on announcements are met by the tab and the category, and the message says which tab', () => {
    const type = 'announcement.published'
    const index = indexOf([
      { type, categories: [] },
      { type, categories: ['EVENT', 'BUG'], tab: 'ALL' },
      { type, categories: [], tab: 'BUG' },
      { type, categories: [], tab: 'OPENING_EVENTS' },
    ])
    const told = (category: string | number) =>
      publishedNotices({ region: 'jp', id: '5', title: 'News', category }, 7, index).map(
        ({ content: { data }, webhookIds }) => [data['tab'], webhookIds],
      )
    assert.deepEqual(told('GACHA'), [['ALL', ['a']]])
    assert.deepEqual(told('EVENT'), [['ALL', ['a', 'b']]])
    assert.deepEqual(told('BUG'), [
      ['ALL', ['a', 'b']],
      ['BUG', ['c']],
    ])
    assert.deepEqual(told(ANNOUNCEMENT_CATEGORIES.indexOf('BUG')), told('BUG'))
  })

  it('on the tab of running events are met when the game begins to show the announcement', () => {
    const type = 'announcement.published'
    const index = indexOf([{ type, categories: [], tab: 'OPENING_EVENTS' }], { sinceMs: 1 })
    const fact = (times: object): Fact => ({
      region: 'jp',
      kind: 'announcement',
      id: '5',
      startsAtMs: START,
      source: 'announcement',
      content: {
        title: 'Event',
        text: '',
        category: 'EVENT',
        shownFromMs: START,
        shownUntilMs: START + DAY_MS,
        seenAtMs: START - DAY_MS,
        updatedAtMs: START,
        ...times,
      },
    })
    const told = (fromMs: number, untilMs: number, times: object = {}) =>
      openedNotices('jp', [fact(times)], { fromMs, untilMs }, index)
    assert.deepEqual(told(START - 60_000, START - 30_000), [])
    const [opened] = told(START - 30_000, START)
    assert.deepEqual(opened?.webhookIds, ['a'])
    assert.deepEqual(opened?.content.data['tab'], 'OPENING_EVENTS')
    // The collector may store it late: the same message.
    assert.equal(told(START, START + 30_000)[0]?.messageId, opened?.messageId)
    assert.deepEqual(told(START + HOUR_MS, START + HOUR_MS + 30_000), [])
    const late = { seenAtMs: START + HOUR_MS }
    assert.equal(told(START + HOUR_MS - 1, START + HOUR_MS, late).length, 1)
    assert.deepEqual(told(START - 30_000, START, { category: 'GACHA' }), [])
    assert.deepEqual(told(START + DAY_MS - 1, START + DAY_MS, { seenAtMs: START + DAY_MS }), [])
  })

  it('on the own account are told to its owner alone', () => {
    const index = indexOf([
      { type: 'quota.used', percent: 80 },
      { type: 'quota.used', percent: 80 },
      { type: 'key.expiring', days: 7 },
      { type: 'key.expiring', days: 1 },
    ])
    const usage = { developerId: 'owner-0', limit: 1_000 }
    assert.deepEqual(quotaNotices({ ...usage, used: 799 }, 0, index), [])
    const [used] = quotaNotices({ ...usage, used: 800 }, 0, index)
    assert.deepEqual(used?.webhookIds, ['a'])
    assert.equal(quotaNotices({ ...usage, used: 900 }, 1, index)[0]?.messageId, used?.messageId)
    assert.notEqual(
      quotaNotices({ ...usage, used: 900 }, DAY_MS, index)[0]?.messageId,
      used?.messageId,
    )
    const key = { developerId: 'owner-0', keyId: 'k', name: '', expiresAtMs: 5 }
    assert.deepEqual(
      expiryNotices(7, [key], 0, index).flatMap(({ webhookIds }) => webhookIds),
      ['c'],
    )
    assert.deepEqual(expiryNotices(1, [key], 0, index), [])
  })
})
