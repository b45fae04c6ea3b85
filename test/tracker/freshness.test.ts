import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FRESHNESS } from '../../src/history/api/public-messages.ts'
import { GAP_REASONS } from '../../src/history/history-store.ts'
import type { BoardNow, WatchSummary } from '../../web/tracker/data/parse-message.ts'
import { LANGUAGES } from '../../src/platform/language.ts'
import { MESSAGES } from '../../web/tracker/messages/messages.ts'
import { createFormat } from '../../web/shared/i18n/format.ts'
import { describeFreshness } from '../../web/tracker/i18n/describe-freshness.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const format = createFormat('en', 'Asia/Tokyo')

function board(watched: Partial<WatchSummary>, readMsAgo?: number): BoardNow {
  return {
    run: undefined,
    song: undefined,
    reading:
      readMsAgo === undefined
        ? undefined
        : { fetchedAtMs: NOW - readMsAgo, places: [], unheld: [], isFinal: false },
    watched: {
      kind: 'event',
      id: '1',
      freshness: 'fresh',
      ranks: [],
      cadenceMs: 60_000,
      fromMs: undefined,
      lastMs: undefined,
      nextDueMs: undefined,
      gap: undefined,
      ...watched,
    },
  }
}

const said = (one: BoardNow) => {
  const { text, next } = describeFreshness(one, NOW, MESSAGES.en, format)
  return next === undefined ? text : `${text} · ${next}`
}

describe('freshness in words', () => {
  it('says when a board was read and when it will be again', () => {
    assert.equal(said(board({}, 40_000)), 'Updated 40\u00A0s ago · next update in 20\u00A0s')
    assert.equal(said(board({}, 61_000)), 'Updated 1\u00A0min ago · next update any moment')
  })

  it('calls a reading overdue without asking the server again', () => {
    assert.equal(said(board({}, 180_000)), 'Updated 3\u00A0min ago · next update is overdue')
  })

  it('says of a gap since when and why', () => {
    const gap = { fromMs: NOW - 600_000, untilMs: undefined, reason: 'maintenance' } as const
    assert.equal(
      said(board({ freshness: 'gap', gap }, 600_000)),
      'No data since Nov 21, 20:50: the game is under maintenance.',
    )
  })

  it('has text for every state and every reason in every language', () => {
    for (const lang of LANGUAGES) {
      for (const freshness of FRESHNESS) {
        for (const reason of GAP_REASONS) {
          const gap = { fromMs: NOW - 600_000, untilMs: undefined, reason }
          const { text } = describeFreshness(
            board({ freshness, gap }, 1_000),
            NOW,
            MESSAGES[lang],
            createFormat(lang, 'Asia/Taipei'),
          )
          assert.ok(text.length > 3 && !text.includes('undefined'), `${lang} ${freshness}`)
        }
      }
    }
  })
})

describe('times in words', () => {
  it('count down in the units that matter', () => {
    const inWords = (ms: number) => format.duration(ms).replaceAll('\u00A0', ' ')
    assert.equal(inWords(2 * 86_400_000 + 3 * 3_600_000 + 59_000), '2 d 3 h')
    assert.equal(inWords(86_400_000 + 59 * 60_000), '1 d')
    assert.equal(inWords(3_600_000), '1 h')
    assert.equal(inWords(3_599_000), '59 min')
    assert.equal(inWords(299_000), '4 min 59 s')
    assert.equal(inWords(-5), '0 s')
    assert.equal(format.duration(3 * 3_600_000 + 120_000, 'long'), '3 hours 2 minutes')
    const inAll = (ms: number) =>
      LANGUAGES.map((lang) => createFormat(lang, 'Asia/Tokyo').duration(ms).replace('\u00A0', ' '))
    assert.deepEqual(inAll(3_599_000), ['59 min', '59分', '59 分鐘', '59分钟', '59분'])
  })

  it('are brief where they change every second, in every language', () => {
    const brief = LANGUAGES.map((lang) => createFormat(lang, 'Asia/Tokyo').brief(52_400))
    assert.deepEqual(brief, ['52\u00A0s', '52秒', '52 秒', '52秒', '52초'])
    assert.equal(format.brief(23.6 * 3_600_000), '1\u00A0d')
    assert.equal(format.brief(-5), '0\u00A0s')
  })

  it('name the day of a range once where it starts and ends on it', () => {
    const from = Date.UTC(2026, 10, 21)
    assert.equal(format.range(from, from + 3_600_000), 'Nov 21, 09:00 – 10:00')
    assert.equal(format.range(from, from + 86_400_000), 'Nov 21, 09:00 – Nov 22, 09:00')
    assert.equal(
      createFormat('ja', 'Asia/Tokyo').range(from, from + 3_600_000),
      '11月21日 09:00～10:00',
    )
  })

  it('name the zone they are in', () => {
    assert.equal(format.zoneName, 'Japan Standard Time (Asia/Tokyo)')
    assert.equal(format.time(Date.UTC(2026, 10, 21)), 'Nov 21, 09:00')
  })
})
