import type { PUBLIC_OPERATIONS, PublicOperationId } from '../api/public-operations.ts'
import type { ExampleValue } from '../../api/openapi/describe-parameter.ts'

/** The name of a parameter of any public operation. */
export type PublicParameterName = {
  [Id in PublicOperationId]: keyof (typeof PUBLIC_OPERATIONS)[Id]['parameters']
}[PublicOperationId]

/** The description of each parameter, with an example. A missing one does not compile. */
export const PUBLIC_PARAMETER_DESCRIPTIONS: Readonly<
  Record<PublicParameterName, { readonly words: string; readonly example: ExampleValue }>
> = {
  event: { words: 'Event ids.', example: ['2002'] },
  music: { words: 'Song ids.', example: ['2201', '2202'] },
  challenge: { words: 'Challenge song ids.', example: ['2301'] },
  card: { words: 'Member card ids.', example: ['2000001'] },
  supportCard: { words: 'Support card ids.', example: ['2500022'] },
  gacha: { words: 'Gacha ids.', example: ['2401'] },
  arenaSeason: { words: 'Arena season ids.', example: ['2051'] },
  eventId: { words: 'Event id.', example: '2002' },
  playerId: { words: 'The account id: the `id` of a holder.', example: '1820000000000000002' },
  musicId: { words: 'Song id.', example: '2201' },
  challengeMusicId: {
    words: 'Challenge song id, which differs from the song id.',
    example: '2301',
  },
  ranks: {
    words: 'Requested ranks, in any order: `1` and `100` are two ranks, not a range.',
    example: ['1', '100'],
  },
  step: { words: 'Interval between returned snapshots. `raw`: every snapshot.', example: '1h' },
  from: { words: 'Start of the range.', example: '1795132800000' },
  until: { words: 'End of the range, exclusive.', example: '1795219200000' },
  startsAt: {
    words: 'Start of the run. Default: the latest run that has started.',
    example: '1794981600000',
  },
  before: { words: 'Only runs that started before this time.', example: '1795219200000' },
  time: { words: 'Time of the board.', example: '1795175460000' },
  window: { words: 'Length of the time window.', example: '1h' },
  at: { words: 'End of the window. Default: now.', example: '1795175460000' },
  with: { words: 'Runs to compare with.', example: ['tw:1002', 'jp:2001@1794376800000'] },
  type: {
    words: 'Only these event types. Default: all.',
    example: ['snapshot', 'event.started'],
  },
  board: {
    words:
      'Only events of these boards, including starts and ends of their game events. Default: all.',
    example: ['event:2002'],
  },
  after: {
    words: 'Last received event id. `Last-Event-ID` takes precedence. Default: the newest.',
    example: '41',
  },
  file: {
    words: 'File name from the list.',
    example: `jp-2026-11-20-${'0'.repeat(64)}.ndjson.gz`,
  },
  width: {
    words: 'Width in pixels, rounded to a multiple of 40.',
    example: '1200',
  },
  height: {
    words: 'Height in pixels, rounded to a multiple of 30.',
    example: '630',
  },
  prediction: {
    words: '`1`: also show where each rank is predicted to end, with both intervals.',
    example: '1',
  },
  theme: { words: 'Color theme.', example: 'dark' },
  language: { words: 'Language of texts and numbers.', example: 'ja' },
  zone: { words: 'Time zone of the displayed times.', example: 'Asia/Tokyo' },
  tab: { words: 'The tab: all, those of running events, or known issues.', example: 'BUG' },
  alarm: { words: 'When to remind the reader before the end of each event.', example: '3h' },
  since: { words: 'Offset of the first entry from the start of each run.', example: '0' },
}
