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

export const announcement = message('Announcement', {
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

export const announcementExternalContent = message('AnnouncementExternalContent', {
  id: int64String,
  bannerPath: text,
})

export const announcementGetResponse = message('announcement.GetResponse', { announcement })

export const announcementGetListResponse = message('announcement.GetListResponse', {
  announcements: list(announcement),
  externalContents: list(announcementExternalContent),
})
