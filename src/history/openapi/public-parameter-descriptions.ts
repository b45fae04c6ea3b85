import type { PUBLIC_OPERATIONS, PublicOperationId } from '../api/public-operations.ts'
import type { ExampleValue } from '../../api/openapi/describe-parameter.ts'

/** The name of a parameter of any public operation. */
export type PublicParameterName = {
  [Id in PublicOperationId]: keyof (typeof PUBLIC_OPERATIONS)[Id]['parameters']
}[PublicOperationId]

/** The description of each parameter, with an example. A missing one does not compile. */
export const PUBLIC_PARAMETER_DESCRIPTIONS: Readonly<
  Record<PublicParameterName, { readonly description: string; readonly example: ExampleValue }>
> = {
  event: { description: 'Event ids.', example: ['2002'] },
  music: { description: 'Song ids.', example: ['2201', '2202'] },
  challenge: { description: 'Challenge song ids.', example: ['2301'] },
  card: { description: 'Member card ids.', example: ['2000001'] },
  supportCard: { description: 'Support card ids.', example: ['2500022'] },
  gacha: { description: 'Gacha ids.', example: ['2401'] },
  arenaSeason: { description: 'Arena season ids.', example: ['2051'] },
  eventId: { description: 'Event id.', example: '2002' },
  playerId: {
    description: 'The account id: the `id` of a holder.',
    example: '1820000000000000002',
  },
  musicId: { description: 'Song id.', example: '2201' },
  challengeMusicId: {
    description: 'Challenge song id, which differs from the song id.',
    example: '2301',
  },
  ranks: {
    description: 'Requested ranks, in any order: `1` and `100` are two ranks, not a range.',
    example: ['1', '100'],
  },
  step: {
    description: 'Interval between returned snapshots. `raw`: every snapshot.',
    example: '1h',
  },
  from: { description: 'Start of the range.', example: '1795132800000' },
  until: { description: 'End of the range, exclusive.', example: '1795219200000' },
  startsAt: {
    description: 'Start of the run. Default: the latest run that has started.',
    example: '1794981600000',
  },
  before: { description: 'Only runs that started before this time.', example: '1795219200000' },
  time: { description: 'Time of the board.', example: '1795175460000' },
  window: { description: 'Length of the time window.', example: '1h' },
  at: { description: 'End of the window. Default: now.', example: '1795175460000' },
  with: { description: 'Runs to compare with.', example: ['tw:1002', 'jp:2001@1794376800000'] },
  type: {
    description: 'Only these event types. Default: all.',
    example: ['snapshot', 'event.started'],
  },
  board: {
    description:
      'Only events of these boards, including starts and ends of their game events. Default: all.',
    example: ['event:2002'],
  },
  after: {
    description: 'Last received event id. `Last-Event-ID` takes precedence. Default: the newest.',
    example: '41',
  },
  file: {
    description: 'File name from the list.',
    example: `jp-2026-11-20-${'0'.repeat(64)}.ndjson.gz`,
  },
  width: {
    description: 'Width in pixels, rounded to a multiple of 40.',
    example: '1200',
  },
  height: {
    description: 'Height in pixels, rounded to a multiple of 30.',
    example: '630',
  },
  prediction: {
    description: '`1`: also show where each rank is predicted to end, with both intervals.',
    example: '1',
  },
  theme: { description: 'Color theme.', example: 'dark' },
  language: { description: 'Language of texts and numbers.', example: 'ja' },
  zone: { description: 'Time zone of the displayed times.', example: 'Asia/Tokyo' },
  tab: { description: 'The tab: all, those of running events, or known issues.', example: 'BUG' },
  alarm: { description: 'When to remind the reader before the end of each event.', example: '3h' },
  since: { description: 'Offset of the first entry from the start of each run.', example: '0' },
}
