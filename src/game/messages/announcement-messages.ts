import { enumOrInt, int64String, integer, list, message, text } from '../fields.ts'

/** The categories of an announcement; the first is the default and is never sent. */
export const ANNOUNCEMENT_CATEGORIES = [
  'UNSPECIFIED',
  'OTHER',
  'EVENT',
  'GACHA',
  'CAMPAIGN',
  'UPDATE',
  'MAINTENANCE',
  'BUG',
] as const

/** One announcement of the game. Times are Unix milliseconds; `body` may contain HTML. */
export const announcement = message('Announcement', 'One announcement of the game.', {
  id: int64String,
  title: text,
  body: text,
  category: enumOrInt(ANNOUNCEMENT_CATEGORIES),
  bannerPath: text,
  bannerUrl: text,
  pickupBannerPath: text,
  pickupBannerUrl: text,
  pickupStartAt: int64String,
  pickupEndAt: int64String,
  startAt: int64String,
  endAt: int64String,
  lastUpdatedAt: int64String,
  sortOrder: integer,
  stylesheetId: int64String,
})

/** A banner with a link out of the game, shown beside the announcements. */
export const announcementExternalContent = message(
  'AnnouncementExternalContent',
  'A banner with a link out of the game.',
  {
    id: int64String,
    bannerPath: text,
  },
)

/** The answer of `announcement.get`. */
export const announcementGetResponse = message('announcement.GetResponse', 'One announcement.', {
  announcement,
})

/** The answer of `announcement.list`. */
export const announcementGetListResponse = message(
  'announcement.GetListResponse',
  'The announcements of a tab; `{}` when there are none.',
  {
    announcements: list(announcement),
    externalContents: list(announcementExternalContent),
  },
)
