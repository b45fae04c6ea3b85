import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { GameEvent } from '../../game/game-event.ts'
import { DAY_MS } from '../../platform/time/time-units.ts'
import { isPictureUrl, matchAnnouncements, type Announcement } from './match-announcements.ts'

const START_MS = Date.UTC(2026, 6, 1)

const run = (id: string, fromDay: number, untilDay: number): GameEvent => ({
  region: 'jp',
  id,
  name: undefined,
  startsAtMs: START_MS + fromDay * DAY_MS,
  endsAtMs: START_MS + untilDay * DAY_MS,
})

const announcement = (
  title: string,
  fromDay: number,
  untilDay: number,
  about: Announcement = {},
): Announcement => ({
  id: title,
  title,
  category: 'EVENT',
  startAt: String(START_MS + fromDay * DAY_MS),
  endAt: String(START_MS + untilDay * DAY_MS),
  ...about,
})

/** Titles by the id of the run. */
const titles = (runs: readonly GameEvent[], announcements: readonly Announcement[]) =>
  Object.fromEntries(
    [...matchAnnouncements(runs, announcements, (ms) => ms)].map(([{ id }, { title }]) => [
      id,
      title,
    ]),
  )

describe('the announcement of a run', () => {
  it('is the one whose period is closest, even if the game shows it days before', () => {
    const runs = [run('1', 0, 7), run('2', 7, 14)]
    const list = [
      announcement('missions', 0, 5),
      announcement('first', -2, 7),
      announcement('second', 7, 14),
    ]
    assert.deepEqual(titles(runs, list), { '1': 'first', '2': 'second' })
  })

  it('has the category of events and at least half of the time in common', () => {
    const list = [
      announcement('short', 0, 3),
      announcement('before', -7, 0),
      announcement('gacha', 0, 7, { category: 'GACHA' }),
      announcement('endless', 0, 7, { endAt: '0' }),
    ]
    assert.deepEqual(titles([run('1', 0, 7)], list), {})
  })

  it('may have the period only as that of its pick-up', () => {
    const pickup = {
      pickupStartAt: String(START_MS),
      pickupEndAt: String(START_MS + 7 * DAY_MS),
    }
    const list = [announcement('picked up', -30, 60, pickup)]
    assert.deepEqual(titles([run('1', 0, 7)], list), { '1': 'picked up' })
  })

  it('is the first of equal ones, and none if it fits two events equally', () => {
    const equal = [announcement('first', 0, 7), announcement('again', 0, 7)]
    assert.deepEqual(titles([run('1', 0, 7)], equal), { '1': 'first' })
    assert.deepEqual(titles([run('1', 0, 7), run('2', 0, 7)], equal), {})
    assert.deepEqual(titles([run('1', 0, 7), run('2', 1, 7)], equal), { '1': 'first' })
  })

  it('is compared in wall time, and keeps a picture that pages can show', () => {
    const list = [
      announcement('moved', 100, 107, { bannerUrl: 'a.png', pickupBannerUrl: 'https://x.test/b' }),
    ]
    const [fact] = matchAnnouncements([run('1', 0, 7)], list, (ms) => ms - 100 * DAY_MS).values()
    assert.deepEqual(fact, {
      announcementId: 'moved',
      title: 'moved',
      bannerUrl: 'https://x.test/b',
      shownFromMs: START_MS,
    })
    assert.equal(isPictureUrl('javascript:alert(1)'), false)
    assert.equal(isPictureUrl(`https://x.test/${'a'.repeat(2_048)}`), false)
  })
})
