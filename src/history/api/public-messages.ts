import type { Static } from '#libraries/typebox'
import { BOARD_KINDS } from '../../game/board.ts'
import { ANOMALY_KINDS } from '../anomaly.ts'
import { GAP_REASONS } from '../history-store.ts'
import {
  type predictedRank,
  prediction,
  predictionAccuracy,
  RUN_NOT_PREDICTED,
} from './prediction-messages.ts'
import { compileNormalizer, type NormalizeMessage } from '../../upstream/normalize-message.ts'
import { boolean, int64String, integer, list, message, oneOf, text } from '../../game/fields.ts'
import {
  arenaSeason,
  card,
  challengeSong,
  event,
  gacha,
  named,
  song,
  type phase,
} from './calendar-messages.ts'

/** States of a watch. */
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

/** Reasons why the speed of a rank is unknown. */
export const SPEED_UNKNOWN = ['gap', 'too_few_snapshots', 'not_held', 'not_watched'] as const

/** One of {@link SPEED_UNKNOWN}. */
export type SpeedUnknown = (typeof SPEED_UNKNOWN)[number]

const holder = message('Holder', 'A player who holds a rank.', {
  id: text,
  name: text,
  card,
  deckPower: integer,
})

const row = message('Row', 'A held rank. `points` is absent if 0.', {
  rank: integer,
  points: integer,
  holders: list(holder),
})

const gap = message('Gap', "A period without snapshots: the board's state in it is unknown.", {
  from: int64String,
  until: int64String,
  reason: oneOf(GAP_REASONS),
  failures: integer,
})

const anomaly = message(
  'Anomaly',
  'Implausible data in a snapshot, which is stored as the game returned it.',
  {
    at: int64String,
    kind: oneOf(ANOMALY_KINDS),
    rank: integer,
    before: integer,
    after: integer,
  },
)

const snapshot = message('Snapshot', 'A board at the time of one poll.', {
  fetchedAt: int64String,
  rows: list(row),
  unheld: list(integer),
  final: boolean,
})

const watch = message('Watch', 'A board that is polled regularly, and the state of that.', {
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

const watchStatus = message('WatchStatus', 'The polls of one board over the last 7 days.', {
  kind: oneOf(BOARD_KINDS),
  id: int64String,
  freshness: oneOf(FRESHNESS),
  lastSnapshotAt: int64String,
  snapshots: integer,
  failures: integer,
  readings: integer,
  gaps: list(gap),
})

const gatewayCalls = message(
  'GatewayCalls',
  'Calls to the game of the region by the responding process.',
  {
    since: int64String,
    outcomes: list(
      message('CallOutcome', 'The number of calls with one outcome.', {
        outcome: text,
        calls: integer,
      }),
    ),
  },
)

const board = message('Board', 'A board at one time.', {
  event,
  song,
  challenge: challengeSong,
  snapshot,
  gap,
  watch,
})

const entry = message('Entry', 'A snapshot or a gap.', {
  fetchedAt: int64String,
  sinceStart: int64String,
  rows: list(row),
  unheld: list(integer),
  gap,
})

const reading = message('Reading', 'A rank in one snapshot.', {
  fetchedAt: int64String,
  points: integer,
})

const rankSpeed = message('RankSpeed', 'Points per hour at a rank, or why they are unknown.', {
  rank: integer,
  perHour: integer,
  first: reading,
  last: reading,
  spanMs: integer,
  unknown: oneOf(SPEED_UNKNOWN),
})

const playerEntry = message('PlayerEntry', 'A player in one snapshot.', {
  fetchedAt: int64String,
  rank: integer,
  points: integer,
})

const runResult = message('RunResult', 'The last snapshot of an ended run.', { event, snapshot })

/** The response messages of the public interface, by their names in the OpenAPI document. */
export const PUBLIC_ENVELOPES = {
  EventList: message('EventList', 'Event runs, latest start first.', {
    events: list(event),
    nextBefore: int64String,
  }),
  Calendar: message('Calendar', 'What happens in a period of the game.', {
    from: int64String,
    until: int64String,
    events: list(event),
    challenges: list(challengeSong),
    arenaSeasons: list(arenaSeason),
    gachas: list(gacha),
  }),
  NameList: message('NameList', 'The known names of the requested ids.', { names: list(named) }),
  ResultList: message('ResultList', 'Results of ended runs, latest start first.', {
    results: list(runResult),
    nextBefore: int64String,
  }),
  Board: board,
  History: message('History', 'Ranks of a board over time.', {
    event,
    song,
    challenge: challengeSong,
    step: text,
    entries: list(entry),
    nextFrom: int64String,
    notWatched: list(integer),
    anomalies: list(anomaly),
    anomaliesOmitted: integer,
  }),
  Speed: message('Speed', 'Points per hour at ranks of a board.', {
    event,
    ranks: list(rankSpeed),
    gaps: list(gap),
  }),
  PlayerHistory: message('PlayerHistory', 'The rank and the points of a player over time.', {
    event,
    player: holder,
    step: text,
    entries: list(playerEntry),
    gaps: list(gap),
    nextFrom: int64String,
  }),
  Comparison: message('Comparison', 'Runs side by side.', {
    step: text,
    runs: list(
      message('ComparedRun', 'One run, by the time since its start.', {
        event,
        entries: list(entry),
        nextSince: int64String,
        notWatched: list(integer),
      }),
    ),
  }),
  Predictions: message('Predictions', 'The newest prediction of a run.', {
    event,
    prediction,
    unknown: oneOf(RUN_NOT_PREDICTED),
    notWatched: list(integer),
    accuracy: list(predictionAccuracy),
  }),
  PredictionHistory: message('PredictionHistory', 'The predictions of a run, as they were made.', {
    event,
    predictions: list(prediction),
    notWatched: list(integer),
    nextFrom: int64String,
  }),
  ExportList: message('ExportList', 'The daily export files.', {
    files: list(
      message('ExportFile', 'The data collected on one UTC day.', {
        day: text,
        file: text,
        sha256: text,
        bytes: integer,
        snapshots: integer,
        from: int64String,
        until: int64String,
        replaces: text,
      }),
    ),
  }),
  WatchList: message('WatchList', 'The watched boards of a region.', { watches: list(watch) }),
  Status: message('Status', 'Data collection in a region over the last 7 days.', {
    since: int64String,
    watches: list(watchStatus),
    gatewayCalls,
  }),
} as const

/** The name of one response message of the public interface. */
export type PublicEnvelopeName = keyof typeof PUBLIC_ENVELOPES

/** The static type of a response message; every field is optional. */
export type PublicEnvelope<Name extends PublicEnvelopeName> = Static<
  (typeof PUBLIC_ENVELOPES)[Name]
>

/** The types of nested messages, by their names in the OpenAPI document. */
export type PublicPart = {
  readonly Event: Static<typeof event>
  readonly Phase: Static<typeof phase>
  readonly ChallengeSong: Static<typeof challengeSong>
  readonly Song: Static<typeof song>
  readonly ArenaSeason: Static<typeof arenaSeason>
  readonly Gacha: Static<typeof gacha>
  readonly Name: Static<typeof named>
  readonly Holder: Static<typeof holder>
  readonly Snapshot: Static<typeof snapshot>
  readonly Anomaly: Static<typeof anomaly>
  readonly Gap: Static<typeof gap>
  readonly Watch: Static<typeof watch>
  readonly Entry: Static<typeof entry>
  readonly RankSpeed: Static<typeof rankSpeed>
  readonly PlayerEntry: Static<typeof playerEntry>
  readonly RunResult: Static<typeof runResult>
  readonly PredictedRank: Static<typeof predictedRank>
  readonly Prediction: Static<typeof prediction>
  readonly WatchStatus: Static<typeof watchStatus>
  readonly GatewayCalls: Static<typeof gatewayCalls>
}

/** The compiled normalizers of all response messages of the public interface. */
export const NORMALIZE_PUBLIC = Object.fromEntries(
  Object.entries(PUBLIC_ENVELOPES).map(([name, schema]) => [name, compileNormalizer(schema)]),
) as Readonly<Record<PublicEnvelopeName, NormalizeMessage>>
