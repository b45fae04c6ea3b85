import { DAY_MS } from '../../platform/time/time-units.ts'
import type { Region } from '../../game/region.ts'
import type { DatasetWriter } from '../../dataset/dataset-writer.ts'
import type { Announcement } from '../../dataset/message-parts.ts'
import {
  DEMO_EVENT_MS,
  DEMO_PRESENT_MS,
  DEMO_REPEAT_MS,
  demoEventPeriod,
  type Period,
} from '../demo-calendar.ts'
import { demoAnnouncementId, regionNumber } from '../demo-ids.ts'
import { DEMO_LANGUAGES, HARD_NAMES, type DemoNotice } from '../languages/demo-language.ts'

/**
 * The indexes of announcements that examples and tests use; those of the three events start at the
 * first.
 */
export const DEMO_ANNOUNCEMENTS = { firstEvent: 0, bare: 10 } as const

/** The oldest time of an announcement, so that recurring ones began long before. */
const DEMO_FIRST_UPDATE_MS = Date.UTC(2024, 6, 1)

/** Announcements per region. */
const COUNT = 20

/** How long an event's results are announced after its end, and the next event before its start. */
const NOTICE_MS = 3 * DAY_MS

type Entry = readonly [
  category: NonNullable<Announcement['category']>,
  notice: DemoNotice,
  period: Period,
  repeatsMs?: number,
]

/** Writes the announcements and external contents of a region. */
export function writeDemoAnnouncements(writer: DatasetWriter, region: Region): void {
  for (const [at, [category, notice, period, repeatsMs]] of entriesOf(region).entries()) {
    const id = demoAnnouncementId(region, at)
    const bare = at === DEMO_ANNOUNCEMENTS.bare
    writer.addAnnouncement(
      region,
      bare ? { id } : { ...described(region, id, period), ...notice, category, sortOrder: at % 4 },
      repeatsMs,
    )
  }
  for (const number of [1, 2]) {
    const id = String(regionNumber(region) * 1_000 + 900 + number)
    writer.addExternalContent(region, { id, bannerPath: `external/${region}/${id}.png` })
  }
}

function entriesOf(region: Region): Entry[] {
  const texts = DEMO_LANGUAGES[region]
  const now = around(0)
  const { endMs } = demoEventPeriod(region, 0)
  const entries: Entry[] = [
    ...texts.events.map((event, turn): Entry => [
      'EVENT',
      event,
      demoEventPeriod(region, turn),
      DEMO_REPEAT_MS,
    ]),
    ['GACHA', texts.gacha, now],
    ['CAMPAIGN', texts.campaign, now],
    ['UPDATE', texts.update, now],
    ['MAINTENANCE', texts.maintenance, now],
    ['BUG', texts.bug, now],
    ['BUG', texts.bug, around(40)],
    ['OTHER', texts.other, around(200)],
    ['UNSPECIFIED', texts.other, now],
    // A category without a listed name.
    [42, texts.campaign, around(3)],
    ['OTHER', { title: HARD_NAMES.join(' '), body: `${texts.other.body}\n\n`.repeat(60) }, now],
    ['OTHER', texts.eventResults, { startMs: endMs, endMs: endMs + NOTICE_MS }, DEMO_EVENT_MS],
    ['OTHER', texts.eventNotice, { startMs: endMs - NOTICE_MS, endMs }, DEMO_EVENT_MS],
  ]
  while (entries.length < COUNT) {
    // Two per day, so that only their ids order them.
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
    lastUpdatedAt: String(Math.max(startMs, DEMO_FIRST_UPDATE_MS)),
    stylesheetId: String(regionNumber(region)),
  }
}

/** Returns the thirty days that began this many days before the demo's present. */
function around(daysAgo: number): Period {
  const startMs = DEMO_PRESENT_MS - daysAgo * DAY_MS
  return { startMs, endMs: startMs + 30 * DAY_MS }
}
