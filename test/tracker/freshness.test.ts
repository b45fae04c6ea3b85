import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FRESHNESS } from '../../src/contract/public/messages.ts'
import { GAP_REASONS } from '../../src/domain/history-store.ts'
import type { BoardNow, Watched } from '../../web/tracker/data/read-message.ts'
import { LANGUAGES } from '../../web/words/language.ts'
import { TEXTS } from '../../web/tracker/texts/texts.ts'
import { createFormat } from '../../web/words/format.ts'
import { describeFreshness } from '../../web/tracker/words/describe-freshness.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const format = createFormat('en', 'Asia/Tokyo')

function board(watched: Partial<Watched>, readMsAgo?: number): BoardNow {
  return {
    run: undefined,
    reading:
      readMsAgo === undefined
        ? undefined
        : { fetchedAtMs: NOW - readMsAgo, places: [], unheld: [] },
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

const said = (one: BoardNow) => describeFreshness(one, NOW, TEXTS.en, format).words

describe('freshness in words', () => {
  it('says when a board was read and when it will be again', () => {
    assert.equal(said(board({}, 40_000)), 'Read 40 seconds ago; next reading in 20 seconds.')
    assert.equal(said(board({}, 61_000)), 'Read 1 minute ago; next reading any moment.')
  })

  it('calls a reading overdue without asking the server again', () => {
    assert.equal(
      said(board({}, 180_000)),
      'The next reading is overdue. The last was 3 minutes ago.',
    )
  })

  it('says of a gap since when and why', () => {
    const gap = { fromMs: NOW - 600_000, untilMs: undefined, reason: 'maintenance' } as const
    assert.equal(
      said(board({ freshness: 'gap', gap }, 600_000)),
      'No readings since Nov 21, 20:50: the game is in maintenance.',
    )
  })

  it('has words for every state and every reason in every language', () => {
    for (const lang of LANGUAGES) {
      for (const freshness of FRESHNESS) {
        for (const reason of GAP_REASONS) {
          const gap = { fromMs: NOW - 600_000, untilMs: undefined, reason }
          const { words } = describeFreshness(
            board({ freshness, gap }, 1_000),
            NOW,
            TEXTS[lang],
            createFormat(lang, 'Asia/Taipei'),
          )
          assert.ok(words.length > 3 && !words.includes('undefined'), `${lang} ${freshness}`)
        }
      }
    }
  })
})

describe('times in words', () => {
  it('count down in the units that matter', () => {
    assert.equal(format.duration(2 * 86_400_000 + 3 * 3_600_000), '2 days 3 hours 0 minutes')
    assert.equal(format.duration(61_000), '1 minute 1 second')
    assert.equal(format.duration(-5), '0 seconds')
  })

  it('name the zone they are in', () => {
    assert.equal(format.zoneName, 'Japan Standard Time (Asia/Tokyo)')
    assert.equal(format.time(Date.UTC(2026, 10, 21)), 'Nov 21, 09:00')
  })
})
