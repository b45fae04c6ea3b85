import type { Static } from '#libraries/typebox'
import { BOARD_KINDS } from '../../domain/board.ts'
import { GAP_REASONS } from '../../domain/history-store.ts'
import { EVENT_STATES } from '../../domain/game-event.ts'
import { compileClose, type CloseMessage } from '../close-message.ts'
import { int64String, integer, list, message, oneOf, text } from '../fields.ts'

/** How a watch is doing, in one word. */
export const FRESHNESS = [
  'fresh',
  'late',
  'gap',
  'waiting',
  'paused',
  'ended',
  'unwatched',
] as const

/** One of {@link FRESHNESS}. */
export type Freshness = (typeof FRESHNESS)[number]

/** Why there is no speed of a rank. */
export const SPEED_UNKNOWN = ['gap', 'too_few_snapshots', 'not_held'] as const

/** One of {@link SPEED_UNKNOWN}. */
export type SpeedUnknown = (typeof SPEED_UNKNOWN)[number]

const event = message('Event', {
  region: text,
  id: int64String,
  name: text,
  startsAt: int64String,
  endsAt: int64String,
  state: oneOf(EVENT_STATES),
})

const holder = message('Holder', { id: text, name: text })

const row = message('Row', { rank: integer, points: integer, holders: list(holder) })

const gap = message('Gap', {
  from: int64String,
  until: int64String,
  reason: oneOf(GAP_REASONS),
  failures: integer,
})

const snapshot = message('Snapshot', {
  fetchedAt: int64String,
  rows: list(row),
  unheld: list(integer),
})

const watch = message('Watch', {
  kind: oneOf(BOARD_KINDS),
  id: int64String,
  freshness: oneOf(FRESHNESS),
  cadenceMs: integer,
  ranks: list(integer),
  from: int64String,
  until: int64String,
  lastSnapshotAt: int64String,
  nextSnapshotDueAt: int64String,
  snapshots: integer,
  gap,
})

const watchStatus = message('WatchStatus', {
  kind: oneOf(BOARD_KINDS),
  id: int64String,
  freshness: oneOf(FRESHNESS),
  lastSnapshotAt: int64String,
  snapshots: integer,
  failures: integer,
  readings: integer,
  gaps: list(gap),
})

const gatewayCalls = message('GatewayCalls', {
  since: int64String,
  outcomes: list(message('CallOutcome', { outcome: text, calls: integer })),
})

const board = message('Board', { event, snapshot, gap, watch })

const entry = message('Entry', {
  fetchedAt: int64String,
  sinceStart: int64String,
  rows: list(row),
  unheld: list(integer),
  gap,
})

const reading = message('Reading', { fetchedAt: int64String, points: integer })

const rankSpeed = message('RankSpeed', {
  rank: integer,
  perHour: integer,
  first: reading,
  last: reading,
  unknown: oneOf(SPEED_UNKNOWN),
})

/** What the public interface answers with, by the names of its documents. */
export const PUBLIC_ENVELOPES = {
  EventList: message('EventList', { events: list(event), nextBefore: int64String }),
  Board: board,
  History: message('History', {
    event,
    step: text,
    entries: list(entry),
    nextFrom: int64String,
  }),
  Speed: message('Speed', {
    event,
    ranks: list(rankSpeed),
    gaps: list(gap),
  }),
  Comparison: message('Comparison', {
    step: text,
    runs: list(message('ComparedRun', { event, entries: list(entry), nextSince: int64String })),
  }),
  ExportList: message('ExportList', {
    files: list(
      message('ExportFile', {
        day: text,
        file: text,
        sha256: text,
        bytes: integer,
        snapshots: integer,
        from: int64String,
        until: int64String,
      }),
    ),
  }),
  WatchList: message('WatchList', { watches: list(watch) }),
  Status: message('Status', {
    since: int64String,
    watches: list(watchStatus),
    gatewayCalls,
  }),
} as const

/** The name of one envelope of the public interface. */
export type PublicEnvelopeName = keyof typeof PUBLIC_ENVELOPES

/** The static type of an envelope of the public interface, every field optional. */
export type PublicEnvelope<Name extends PublicEnvelopeName> = Static<
  (typeof PUBLIC_ENVELOPES)[Name]
>

/** A part of an envelope, by the name that the documents have for it. */
export type PublicPart = {
  readonly Event: Static<typeof event>
  readonly Snapshot: Static<typeof snapshot>
  readonly Gap: Static<typeof gap>
  readonly Watch: Static<typeof watch>
  readonly Entry: Static<typeof entry>
  readonly RankSpeed: Static<typeof rankSpeed>
  readonly WatchStatus: Static<typeof watchStatus>
  readonly GatewayCalls: Static<typeof gatewayCalls>
}

/** The compiled closers of all envelopes of the public interface. */
export const CLOSE_PUBLIC = Object.fromEntries(
  Object.entries(PUBLIC_ENVELOPES).map(([name, schema]) => [name, compileClose(schema)]),
) as Readonly<Record<PublicEnvelopeName, CloseMessage>>
