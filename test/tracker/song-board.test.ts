import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseBoard, parseRun, parseWatch } from '../../web/tracker/data/parse-message.ts'
import { subjectOf, withSong } from '../../web/tracker/data/subject.ts'
import { nameOf } from '../../web/tracker/i18n/name-of.ts'
import { en } from '../../web/tracker/messages/en.ts'
import { readView } from '../../web/tracker/view/view.ts'

const READER = { messages: en, lang: 'en' } as const

const CHALLENGE = {
  challengeMusicId: '8',
  musicId: '7',
  eventId: '2004',
  name: { en: 'Paper Lighthouse' },
  startsAt: '5000',
  endsAt: '6000',
} as const

const KNOWN = {
  runs: [parseRun({ region: 'jp', id: '2004', challenges: [CHALLENGE] })],
  watches: [
    parseWatch({ kind: 'challenge', id: '9', freshness: 'waiting' }),
    parseWatch({ kind: 'challenge', id: '8', freshness: 'fresh' }),
  ],
}

describe('the board of a challenge song', () => {
  it('has the name of the song in a known run, and its id without one', () => {
    for (const [id, name] of [
      ['8', 'Paper Lighthouse'],
      ['9', 'Challenge song 9'],
    ] as const) {
      const subject = subjectOf(readView(`?tab=challenge&board=${id}`), KNOWN, 5_500)
      assert.equal(subject && nameOf(subject, READER), name)
    }
  })

  it('is one that is polled, if the link names none', () => {
    const view = readView('?tab=challenge')
    assert.equal(subjectOf(view, KNOWN, 5_500)?.id, '8')
    const watches = KNOWN.watches.filter(({ id }) => id === '9')
    assert.equal(subjectOf(view, { ...KNOWN, watches }, 5_500)?.id, '9')
  })

  it('has the period that its data belong to, not the one of another run', () => {
    const subject = subjectOf(readView('?tab=challenge&board=8'), KNOWN, 5_500)
    assert.equal(subject?.song?.period, undefined)
    const earlier = { ...CHALLENGE, startsAt: '1000', endsAt: '2000' }
    const { song } = parseBoard({ song: { id: '7' }, challenge: earlier })
    assert.deepEqual(withSong(subject, song)?.song, {
      names: { en: 'Paper Lighthouse' },
      period: { startsAtMs: 1_000, endsAtMs: 2_000 },
    })
  })
})

describe('the board of a song', () => {
  it('has the name that comes with its data', () => {
    const subject = subjectOf(readView('?tab=music&board=7'), KNOWN, 5_500)
    assert.equal(subject && nameOf(subject, READER), 'Song 7')
    const { song } = parseBoard({ song: { id: '7', name: { en: 'Paper Lighthouse' } } })
    const named = withSong(subject, song)
    assert.equal(named && nameOf(named, READER), 'Paper Lighthouse')
    assert.equal(named?.song?.period, undefined)
  })

  it('is not what the board of an event has', () => {
    assert.equal(parseBoard({ event: { id: '2004' }, song: {}, challenge: {} }).song, undefined)
  })
})
