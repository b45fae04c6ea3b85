import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Arguments } from '../../game/operations.ts'
import { REGIONS, type Region } from '../../game/region.ts'
import { DEMO_ANNOUNCEMENTS } from '../../demo/content/demo-announcements.ts'
import { DEMO_EVENT_MS, demoEventPeriod, DEMO_REPEAT_MS } from '../../demo/demo-calendar.ts'
import { DEMO_TEST_MS, openDemoForTests, type DemoForTests } from '../../demo/demo-for-tests.ts'
import { demoAnnouncementId } from '../../demo/demo-ids.ts'

let demo: DemoForTests
before(async () => {
  demo = await openDemoForTests()
})
beforeEach(() => demo.setGameMs(DEMO_TEST_MS))
after(() => demo.remove())

type Tab = Arguments<'announcement.list'>['selectedTab']

function announcementsOf(region: Region, selectedTab: Tab) {
  return demo.ask('announcement.list', region, { selectedTab })?.announcements ?? []
}

function assertInOrder(all: ReturnType<typeof announcementsOf>): void {
  const key = ({ sortOrder = 0, startAt = '0', id = '' }) =>
    [sortOrder, -Number(startAt), Number(id)] as const
  const sorted = all.toSorted((left, right) => {
    const [a, b] = [key(left), key(right)]
    return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
  })
  assert.deepEqual(all, sorted)
}

for (const region of REGIONS) {
  const eventIds = [0, 1, 2].map((turn) =>
    demoAnnouncementId(region, DEMO_ANNOUNCEMENTS.firstEvent + turn),
  )
  const openingIds = () => announcementsOf(region, 'OPENING_EVENTS').map(({ id }) => id)

  test(`${region}: ALL is ordered by sortOrder, then the newest, then the id`, () => {
    const all = announcementsOf(region, 'ALL')
    assert.equal(all.length, 20)
    assertInOrder(all)
  })

  test(`${region}: BUG has exactly its category`, () => {
    const bugs = announcementsOf(region, 'BUG')
    assert.ok(bugs.length > 0)
    assert.ok(bugs.every(({ category }) => category === 'BUG'))
  })

  test(`${region}: each event is open from its start inclusive to its end exclusive`, () => {
    const { startMs } = demoEventPeriod(region, 0)
    const open = [2026, 2044, 2099, 9999].flatMap((year) => {
      const cycles = Math.ceil((Date.UTC(year, 7, 9) - startMs) / DEMO_REPEAT_MS)
      return [0, 1, 2, 3].flatMap((turn) => {
        const turnMs = startMs + cycles * DEMO_REPEAT_MS + turn * DEMO_EVENT_MS
        return [turnMs, turnMs + DEMO_EVENT_MS - 1].map((gameMs) => {
          demo.setGameMs(gameMs)
          return openingIds()
        })
      })
    })
    const turns = [0, 0, 1, 1, 2, 2, 0, 0].map((turn) => [eventIds[turn]])
    assert.deepEqual(open, [...turns, ...turns, ...turns, ...turns])
  })

  test(`${region}: all times of an event shift together to the latest started repetition`, () => {
    const { startMs } = demoEventPeriod(region, 1)
    for (const repeats of [0, 1, 500]) {
      const shift = repeats * DEMO_REPEAT_MS
      for (const gameMs of [startMs + shift, startMs + shift + DEMO_REPEAT_MS - 1]) {
        demo.setGameMs(gameMs)
        const { announcement } =
          demo.ask('announcement.get', region, { id: eventIds[1] ?? '' }) ?? {}
        const { startAt, endAt, pickupStartAt, pickupEndAt } = announcement ?? {}
        assert.deepEqual(
          [startAt, endAt, pickupStartAt, pickupEndAt],
          [0, DEMO_EVENT_MS, 0, 3 * 86_400_000].map((ms) => String(startMs + shift + ms)),
        )
      }
    }
    demo.setGameMs(startMs - 1)
    const first = demo.ask('announcement.get', region, { id: eventIds[1] ?? '' })?.announcement
    assert.equal(first?.startAt, String(startMs))
  })

  test(`${region}: the order of ALL follows the repetitions at any time`, () => {
    for (let day = 0; day < 22; day += 1) {
      demo.setGameMs(DEMO_TEST_MS + day * 86_400_000)
      assertInOrder(announcementsOf(region, 'ALL'))
    }
  })

  test(`${region}: an unlisted tab is empty, a listed one has external contents`, () => {
    assert.deepEqual(demo.askClosed('announcement.list', region, { selectedTab: 3 }), {})
    assert.deepEqual(demo.askClosed('announcement.list', region, { selectedTab: -1 }), {})
    for (const selectedTab of ['ALL', 'OPENING_EVENTS', 'BUG'] as const) {
      const message = demo.ask('announcement.list', region, { selectedTab })
      assert.equal(message?.externalContents?.length, 2)
    }
  })

  test(`${region}: an announcement is equal alone and in the list`, () => {
    for (const announcement of announcementsOf(region, 'ALL')) {
      const alone = demo.ask('announcement.get', region, { id: announcement.id ?? '' })
      assert.deepEqual(alone?.announcement, announcement)
    }
  })

  test(`${region}: an announcement with defaults has an id only, and an unlisted category is a number`, () => {
    const id = demoAnnouncementId(region, DEMO_ANNOUNCEMENTS.bare)
    assert.deepEqual(demo.askClosed('announcement.get', region, { id }), { announcement: { id } })
    assert.ok(announcementsOf(region, 'ALL').some(({ category }) => category === 42))
  })
}
