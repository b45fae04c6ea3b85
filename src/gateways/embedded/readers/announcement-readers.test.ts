import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Arguments } from '../../../contract/operations.ts'
import { REGIONS, type Region } from '../../../domain/region.ts'
import { DEMO_ANNOUNCEMENTS } from '../demo/demo-announcements.ts'
import { demoEventPeriods } from '../demo/demo-calendar.ts'
import { openDemoForTests, type DemoForTests } from '../demo/demo-for-tests.ts'
import { demoAnnouncementId, regionNumber } from '../demo/demo-ids.ts'

let demo: DemoForTests
before(async () => {
  demo = await openDemoForTests()
})
after(() => demo.remove())

type Tab = Arguments<'announcement.list'>['selectedTab']

function announcementsOf(region: Region, selectedTab: Tab) {
  return demo.ask('announcement.list', region, { selectedTab })?.announcements ?? []
}

for (const region of REGIONS) {
  const runningId = demoAnnouncementId(region, DEMO_ANNOUNCEMENTS.running)
  const openingIds = () => announcementsOf(region, 'OPENING_EVENTS').map(({ id }) => id)

  test(`${region}: ALL is ordered by sortOrder, then the newest, then the id`, () => {
    const all = announcementsOf(region, 'ALL')
    assert.equal(all.length, 20)
    const key = ({ sortOrder = 0, startAt = '0', id = '' }) =>
      [sortOrder, -Number(startAt), Number(id)] as const
    const sorted = all.toSorted((left, right) => {
      const [a, b] = [key(left), key(right)]
      return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
    })
    assert.deepEqual(all, sorted)
  })

  test(`${region}: BUG is its category and nothing else`, () => {
    const bugs = announcementsOf(region, 'BUG')
    assert.ok(bugs.length > 0)
    assert.ok(bugs.every(({ category }) => category === 'BUG'))
  })

  test(`${region}: one event is running in each of the coming decades`, () => {
    for (const year of [2026, 2031, 2044, 2068, 2099]) {
      demo.setNowMs(Date.UTC(year, 7, 9))
      assert.deepEqual(openingIds(), [runningId])
    }
  })

  test(`${region}: an event is open from its first millisecond to before its last`, () => {
    const { startMs, endMs } = demoEventPeriods(regionNumber(region)).ended
    const endedId = demoAnnouncementId(region, DEMO_ANNOUNCEMENTS.ended)
    const opening = [startMs - 1, startMs, endMs - 1, endMs].map((nowMs) => {
      demo.setNowMs(nowMs)
      return openingIds()
    })
    assert.deepEqual(opening, [[], [endedId], [endedId], []])
  })

  test(`${region}: a tab that no name stands for is empty, a named one has external contents`, () => {
    assert.deepEqual(demo.askClosed('announcement.list', region, { selectedTab: 3 }), {})
    assert.deepEqual(demo.askClosed('announcement.list', region, { selectedTab: -1 }), {})
    for (const selectedTab of ['ALL', 'OPENING_EVENTS', 'BUG'] as const) {
      const message = demo.ask('announcement.list', region, { selectedTab })
      assert.equal(message?.externalContents?.length, 2)
    }
  })

  test(`${region}: one announcement is the same alone and in the list`, () => {
    for (const announcement of announcementsOf(region, 'ALL')) {
      const alone = demo.ask('announcement.get', region, { id: announcement.id ?? '' })
      assert.deepEqual(alone?.announcement, announcement)
    }
  })

  test(`${region}: an announcement at its defaults has an id alone, and a new category is a number`, () => {
    const id = demoAnnouncementId(region, DEMO_ANNOUNCEMENTS.bare)
    assert.deepEqual(demo.askClosed('announcement.get', region, { id }), { announcement: { id } })
    assert.ok(announcementsOf(region, 'ALL').some(({ category }) => category === 42))
  })
}
