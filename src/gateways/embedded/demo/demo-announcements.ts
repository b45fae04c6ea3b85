import type { Region } from '../../../domain/region.ts'
import type { DatasetWriter } from '../dataset-writer.ts'
import type { Announcement } from '../message-parts.ts'
import { DAY_MS, DEMO_PRESENT_MS, demoEventPeriods, type Period } from './demo-calendar.ts'
import { demoAnnouncementId, regionNumber } from './demo-ids.ts'
import { DEMO_LANGUAGES, HARD_NAMES, type DemoNotice } from './demo-language.ts'

/** The places of announcements that examples and tests name. */
export const DEMO_ANNOUNCEMENTS = { running: 0, ended: 1, coming: 2, bare: 10 } as const

/** How many announcements a region has. */
const COUNT = 20

type Entry = readonly [category: NonNullable<Announcement['category']>, notice: DemoNotice, Period]

/** Writes the announcements and external contents of a region. */
export function writeDemoAnnouncements(writer: DatasetWriter, region: Region): void {
  for (const [at, [category, notice, period]] of entriesOf(region).entries()) {
    const id = demoAnnouncementId(region, at)
    const bare = at === DEMO_ANNOUNCEMENTS.bare
    writer.addAnnouncement(
      region,
      bare ? { id } : { ...described(region, id, period), ...notice, category, sortOrder: at % 4 },
    )
  }
  for (const number of [1, 2]) {
    const id = String(regionNumber(region) * 1_000 + 900 + number)
    writer.addExternalContent(region, { id, bannerPath: `external/${region}/${id}.png` })
  }
}

function entriesOf(region: Region): Entry[] {
  const texts = DEMO_LANGUAGES[region]
  const { ended, running, coming } = demoEventPeriods(regionNumber(region))
  const now = around(0)
  const entries: Entry[] = [
    ['EVENT', texts.runningEvent, running],
    ['EVENT', texts.endedEvent, ended],
    ['EVENT', texts.comingEvent, coming],
    ['GACHA', texts.gacha, now],
    ['CAMPAIGN', texts.campaign, now],
    ['UPDATE', texts.update, now],
    ['MAINTENANCE', texts.maintenance, now],
    ['BUG', texts.bug, now],
    ['BUG', texts.bug, around(40)],
    ['OTHER', texts.other, around(200)],
    ['UNSPECIFIED', texts.other, now],
    // A category that the listed names do not know yet.
    [42, texts.campaign, around(3)],
    ['OTHER', { title: HARD_NAMES.join(' '), body: `${texts.other.body}\n\n`.repeat(60) }, now],
  ]
  while (entries.length < COUNT) {
    // Two of each day, so that only their ids order them.
    const daysAgo = 30 * Math.floor(entries.length / 2)
    entries.push(['UPDATE', texts.update, around(daysAgo)])
  }
  return entries
}

function described(region: Region, id: string, { startMs, endMs }: Period): Announcement {
  return {
    id,
    bannerPath: `announcements/${id}.png`,
    bannerUrl: `https://static.example/${region}/announcements/${id}.png`,
    pickupBannerPath: `announcements/${id}-pickup.png`,
    pickupBannerUrl: `https://static.example/${region}/announcements/${id}-pickup.png`,
    pickupStartAt: String(startMs),
    pickupEndAt: String(Math.min(endMs, startMs + 3 * DAY_MS)),
    startAt: String(startMs),
    endAt: String(endMs),
    lastUpdatedAt: String(startMs),
    stylesheetId: String(regionNumber(region)),
  }
}

/** Thirty days that began so many days before the demo's present. */
function around(daysAgo: number): Period {
  const startMs = DEMO_PRESENT_MS - daysAgo * DAY_MS
  return { startMs, endMs: startMs + 30 * DAY_MS }
}
