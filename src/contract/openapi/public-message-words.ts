import type { MessageWords } from './message-components.ts'

const UNIX_MS = 'Unix milliseconds.'

/** What the public document says of messages and fields. */
export const PUBLIC_MESSAGE_WORDS: MessageWords = {
  messages: {
    Event: 'One run of an event. An event that comes again has the same id and another start.',
    Holder: 'Who holds a place.',
    Row: 'A rank that somebody holds. Without `points`, it is 0.',
    Gap: 'A time without snapshots: what the board showed in it is unknown.',
    Snapshot: 'A board as one reading found it.',
    Watch: 'A board that is read again and again, and how that goes.',
    Board: 'A board at one time.',
    Entry: 'A snapshot, or a gap.',
    Reading: 'What one snapshot said of a rank.',
    RankSpeed: 'How fast a rank grows, or why that is not known.',
    EventList: 'Runs of events, the latest start first.',
    History: 'Ranks of a board over time.',
    Speed: 'How fast ranks of a board grow.',
    ComparedRun: 'One run, by the time since its start.',
    Comparison: 'Runs side by side.',
    WatchList: 'What is watched in a region.',
    Status: 'How collecting goes in a region.',
    WatchStatus: 'How the readings of one board went.',
    GatewayCalls: 'Calls of the gateway of the region by the process that answers.',
    CallOutcome: 'How many calls ended in one way.',
    ExportList: 'The files of days.',
    ExportFile: 'What was collected on one UTC day.',
  },
  fields: {
    'Event.startsAt': UNIX_MS,
    'Event.endsAt': `${UNIX_MS} The end is not part of the run.`,
    'Event.state': 'Where it stands at the moment of the answer.',
    'EventList.nextBefore': 'There is more: ask with this as `before`.',
    'Holder.id': 'The account id.',
    'Row.holders': 'Known of the newest snapshot of a board alone.',
    'Gap.from': `${UNIX_MS} The last snapshot before it, or the first failed reading.`,
    'Gap.until': `${UNIX_MS} The first snapshot behind it; absent while it lasts.`,
    'Gap.failures': 'How many readings failed in it.',
    'Snapshot.fetchedAt': `${UNIX_MS} When it was fetched from the game.`,
    'Snapshot.unheld': 'Ranks that were asked for and that nobody holds.',
    'Watch.freshness':
      'How fresh the board is, in one word. `unwatched`: nobody reads it any more.',
    'Watch.cadenceMs': 'Milliseconds from one reading to the next.',
    'Watch.ranks': 'The ranks that are asked for; absent where the game gives all it has.',
    'Watch.from': `${UNIX_MS} Since when it is read; absent without a bound.`,
    'Watch.until': `${UNIX_MS} Up to when it is read; absent without a bound.`,
    'Watch.lastSnapshotAt': UNIX_MS,
    'Watch.nextSnapshotDueAt': `${UNIX_MS} There is nothing newer before; absent where nothing is due.`,
    'Watch.snapshots': 'How many snapshots are kept.',
    'Watch.gap': 'The gap that lasts now.',
    'Status.since': `${UNIX_MS} The first moment of the seven days.`,
    'Status.watches': 'Those of the seven days.',
    'WatchStatus.freshness': 'How fresh the board is, in one word.',
    'WatchStatus.lastSnapshotAt': UNIX_MS,
    'WatchStatus.snapshots': 'How many snapshots of the seven days are kept.',
    'WatchStatus.failures':
      'How many readings failed in the gaps of the seven days; those of a gap are counted whole.',
    'WatchStatus.readings': 'Snapshots and failures together.',
    'WatchStatus.gaps': 'The newest 20 that reach into the seven days, newest first.',
    'GatewayCalls.since': `${UNIX_MS} When the process began to count.`,
    'CallOutcome.outcome':
      '`answered`; `unknown`: the game does not have the thing; `abandoned`: nobody waited any more; else the code of the error.',
    'Board.gap': 'The gap that the time lies in.',
    'Board.event': 'The run that the snapshot belongs to.',
    'Entry.fetchedAt': `Of a snapshot. ${UNIX_MS}`,
    'Entry.sinceStart': 'In comparisons: milliseconds since the start of the run.',
    'Entry.rows': 'Of a snapshot: the asked ranks that somebody held.',
    'Entry.unheld': 'Of a snapshot: the asked ranks that nobody held.',
    'Entry.gap': 'Of a gap. No other field but `sinceStart` stands beside it.',
    'ExportFile.day': 'The UTC day, as in `2026-11-20`.',
    'ExportFile.file': 'Its name, which never stands for anything else.',
    'ExportFile.sha256': 'Of its bytes, in hexadecimal digits.',
    'ExportFile.bytes': 'How long it is, compressed as it comes.',
    'ExportFile.from': `${UNIX_MS} The first moment of the day.`,
    'ExportFile.until': `${UNIX_MS} The first moment of the next one.`,
    'Reading.fetchedAt': UNIX_MS,
    'RankSpeed.perHour': 'Points an hour, rounded. Absent with `unknown`, and where it is 0.',
    'RankSpeed.unknown': 'Why there is no speed.',
    'Speed.gaps': 'The gaps between the first and the last snapshot.',
    'History.nextFrom': 'There is more: ask with this as `from`.',
    'ComparedRun.nextSince': 'There is more of this run: ask with this as `since`.',
  },
}

/** What a reader must know before any public operation. */
export const PUBLIC_INTRODUCTION = `What was collected of event boards, song boards and challenge boards, for anybody: no key, no account, any page.
**Experimental**: version 0.1.0 may still change.

- **Snapshots, never guesses.** Each value was read from the game at its \`fetchedAt\`. Nothing is interpolated, in no step
  of any size. Where readings failed there is a **gap**, with its reason: break your curve there.
- **Held by nobody is not zero.** \`rows\` are ranks that somebody holds, \`unheld\` those that nobody does. A rank in neither
  was not asked for at that time.
- **Defaults are left out.** A field that holds its default (\`0\`, \`"0"\`, empty text, an empty list) is absent: a row without
  \`points\` has 0 of them.
- **Times** are Unix milliseconds, and like all 64-bit integers they are strings in answers.
- **Runs.** An event that comes again keeps its id. \`startsAt\` tells its runs apart.
- **Caching.** Answers are \`Cache-Control: public\`: keep them so long. Each has an \`ETag\`; with \`If-None-Match\` it is 304 while
  nothing has changed. There is no field for the age of a snapshot, for it would be wrong as soon as an answer is kept: it is
  now minus \`fetchedAt\`.
- **Limits** are those of your address (IPv6: of its /64), apart from those of developers: requests in one UTC minute, and at one
  time. They stand in \`RateLimit\` on every answer for which they were looked at; after 429 and 503 wait \`Retry-After\` seconds. A
  304 counts like any other answer; a refused request counts nothing.
- **Never a question to the game.** This interface reads what is kept, and cannot ask a gateway anything.

Requests are refused in this order: method (405), malformed request (400), unknown path (404), region and parameters (400),
limits (429), what is not known (404). Every error has the one shape of RFC 9457; act on \`code\`. A request whose head is longer
than 16 KiB or 100 lines is refused with 431, and one that arrives too slowly with 408.`
