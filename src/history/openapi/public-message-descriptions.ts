const UNIX_MS = 'Unix milliseconds.'

/** The descriptions of fields whose names are not sufficient. */
export const PUBLIC_FIELD_DESCRIPTIONS: Readonly<Record<string, string>> = {
  'Event.run': 'The number of this run among the known runs of the event, from 1.',
  'Event.name':
    'By language (`en`, `ja`, `zh-Hant`, `zh-Hans`, `ko`); absent if unknown. An announcement has only the language of the region.',
  'Event.bannerUrl': 'Address of a picture; absent if unknown.',
  'Event.kind': "As the game's data calls it; absent if unknown.",
  'Event.phases': 'The known phases in order.',
  'Event.sources':
    "`data`: the operator's data; `announcement`: an announcement of the game for this period; `observed`: seen by the collector.",
  'Phase.phase':
    '`announced`, `running`, `aggregating` (over, results pending), `results` (the board is final).',
  'Phase.startsAt': UNIX_MS,
  'Phase.endsAt': `${UNIX_MS} Exclusive; absent if unknown.`,
  'Phase.source': 'Where its times come from, as in `sources` of the event.',
  'Event.startsAt': UNIX_MS,
  'Event.endsAt': `${UNIX_MS} Exclusive.`,
  'Event.state': 'State at the time of the response.',
  'Event.challenges': 'The challenge songs of this run, as far as they are known.',
  'ChallengeSong.challengeMusicId': 'The id of its board.',
  'ChallengeSong.musicId': 'The id of the song that is played; absent if unknown.',
  'ChallengeSong.eventId': 'The id of its event; absent if unknown.',
  'ChallengeSong.name': "By language: its own name, else the song's; absent if unknown.",
  'ChallengeSong.startsAt': `${UNIX_MS} Start of its ranking; absent if unknown.`,
  'ChallengeSong.endsAt': `${UNIX_MS} Exclusive; absent if unknown.`,
  'ChallengeSong.source': '`observed`: its board is watched, and nothing else is known.',
  'Calendar.from': `${UNIX_MS} Start of the range.`,
  'Calendar.until': `${UNIX_MS} End of the range, exclusive.`,
  'Calendar.challenges': 'The challenge songs of these events, and other watched challenge boards.',
  'ArenaSeason.name': 'By language; absent if unknown.',
  'ArenaSeason.startsAt': `${UNIX_MS} Absent if unknown.`,
  'ArenaSeason.endsAt': `${UNIX_MS} Exclusive; absent if unknown.`,
  'Gacha.id': 'The id for its rates; absent if it is known only from an announcement.',
  'Gacha.announcementId': 'The id of the announcement for this period.',
  'Gacha.name': 'By language; absent if unknown.',
  'Gacha.bannerUrl': 'Address of a picture; absent if unknown.',
  'Gacha.startsAt': `${UNIX_MS} Absent if unknown.`,
  'Gacha.endsAt': `${UNIX_MS} Exclusive; absent if unknown.`,
  'GachaSources.period': 'Of `startsAt` and `endsAt`.',
  'Name.name': 'By language.',
  'Name.pictureUrl': 'Address of a picture; absent if unknown.',
  'Holder.card': 'The favorite member card.',
  'Holder.deckPower': 'Total power of the deck, on boards of songs.',
  'Card.id': 'The id of a member card.',
  'Card.name': 'By language; absent if unknown.',
  'Card.pictureUrl': 'Address of a picture; absent if unknown.',
  'Song.name': 'By language; absent if unknown.',
  'Song.pictureUrl': 'Address of a picture; absent if unknown.',
  'Board.song': 'Of the board of a song, or of a challenge song whose song is known.',
  'Board.challenge': 'Of the board of a challenge song, if its event is known.',
  'History.song': 'As in a board.',
  'History.challenge': 'As in a board.',
  'EventList.nextBefore': 'Present if there are more: pass it as `before`.',
  'ResultList.nextBefore': 'Present if there are more: pass it as `before`.',
  'Holder.id': 'The account id.',
  'Row.holders': 'Only in the newest snapshot of a board.',
  'Gap.from': `${UNIX_MS} The last snapshot before the gap, else its first failed poll.`,
  'Gap.until': `${UNIX_MS} The first snapshot after the gap; absent while it is open.`,
  'Gap.failures': 'The number of failed polls in the gap.',
  'Snapshot.fetchedAt': `${UNIX_MS} When it was fetched from the game.`,
  'Snapshot.final':
    'Whether it is the final result of its run: fetched at or after the end of the run, and the results had come by then ' +
    '(phase `results`), or no later snapshot can come, because the next run has started or the board is no longer watched.',
  'Snapshot.unheld': 'Polled ranks without a holder.',
  'Watch.freshness': 'Freshness of the board. `unwatched`: it is no longer polled.',
  'Watch.cadenceMs': 'Milliseconds between two polls.',
  'Watch.ranks': 'The polled ranks; absent if the game returns the whole board.',
  'Watch.from': `${UNIX_MS} Start of the watch; absent if unbounded.`,
  'Watch.until': `${UNIX_MS} End of the watch; absent if unbounded.`,
  'Watch.lastSnapshotAt': UNIX_MS,
  'Watch.nextSnapshotDueAt': `${UNIX_MS} No newer snapshot exists before; absent if none is due.`,
  'Watch.snapshots': 'The number of stored snapshots.',
  'Watch.gap': 'The open gap.',
  'Status.since': `${UNIX_MS} Start of the 7 days.`,
  'Status.watches': 'The watches of the 7 days.',
  'WatchStatus.freshness': 'Freshness of the board.',
  'WatchStatus.lastSnapshotAt': UNIX_MS,
  'WatchStatus.snapshots': 'The number of stored snapshots of the 7 days.',
  'WatchStatus.failures':
    'The number of failed polls in the gaps of the 7 days; each gap counts in full.',
  'WatchStatus.readings': 'Snapshots plus failures.',
  'WatchStatus.gaps': 'The newest 20 gaps that overlap the 7 days, newest first.',
  'GatewayCalls.since': `${UNIX_MS} When the process started to count.`,
  'CallOutcome.outcome':
    '`answered`; `unknown`: not known to the game; `abandoned`: every client disconnected; else the error code.',
  'Board.gap': 'The gap at that time.',
  'Board.event': 'The run of the snapshot.',
  'Entry.fetchedAt': `Of a snapshot. ${UNIX_MS}`,
  'Entry.sinceStart': 'In comparisons: milliseconds since the start of the run.',
  'Entry.rows': 'Of a snapshot: the requested ranks that are held.',
  'Entry.unheld': 'Of a snapshot: the requested ranks without a holder.',
  'Entry.gap': 'Of a gap. The only other field is `sinceStart`.',
  'ExportFile.day': 'The UTC day, such as `2026-11-20`.',
  'ExportFile.file': 'The file name, which identifies its content.',
  'ExportFile.sha256': 'SHA-256 of the file, in hexadecimal.',
  'ExportFile.replaces':
    'The name of the previous file of the same day, all of whose data this file contains; absent for the first one.',
  'ExportFile.bytes': 'Size of the compressed file.',
  'ExportFile.from': `${UNIX_MS} Start of the day.`,
  'ExportFile.until': `${UNIX_MS} End of the day, exclusive.`,
  'PlayerHistory.player':
    'From the newest snapshot of the board: only the `id` if the player is not in it.',
  'PlayerHistory.entries': 'Ascending by time, from the first snapshot with the player on.',
  'PlayerHistory.gaps': 'The gaps that overlap the entries.',
  'PlayerHistory.nextFrom': 'Present if there are more entries: pass it as `from`.',
  'PlayerEntry.fetchedAt': UNIX_MS,
  'PlayerEntry.rank':
    'Absent if the player was at none of the polled ranks, or the snapshot has no players, until the next entry.',
  'PlayerEntry.points': 'Absent without `rank`, and if 0.',
  'Reading.fetchedAt': UNIX_MS,
  'RankSpeed.perHour': 'Points per hour, rounded. Absent with `unknown`, and if 0.',
  'RankSpeed.first': 'The newest snapshot at or before the start of the window.',
  'RankSpeed.last': 'The newest snapshot at or before the end of the window.',
  'RankSpeed.spanMs': 'Milliseconds from `first` to `last`, over which the speed is computed.',
  'RankSpeed.unknown': 'Why the speed is unknown.',
  'Interval.low': 'Never below the points in the snapshot.',
  'PredictedRank.points': 'In the snapshot.',
  'PredictedRank.value': 'Half of the results are higher. Absent with `unknown`.',
  'PredictedRank.interval50': 'Contains half of the results.',
  'PredictedRank.interval90': 'Contains nine of ten results.',
  'PredictedRank.unknown':
    'Why there is no prediction: `too_early` (less than 5 % or six hours of the run, no points yet, or the first day of the ' +
    'first run), `gap` (the newest snapshot is older than two hours), `not_held` (no player holds the rank), `no_past_run` ' +
    '(no past run has such a rank), `ended`.',
  'PredictedRank.result':
    'The final points, once the run has ended as announced at the time of the prediction.',
  'PredictedRank.errorPermille':
    'With `result`: the predicted points minus the final ones, in thousandths of the final ones. Absent if 0.',
  'Prediction.madeAt': UNIX_MS,
  'Prediction.snapshotAt': `${UNIX_MS} The newest snapshot that it comes from.`,
  'Prediction.endsAt': `${UNIX_MS} The end of the run that was announced then, for which it is.`,
  'Prediction.model':
    '`analogs`: from past runs of the region. `rate`: the first run of a region continues at its rate; the intervals are assumed.',
  'Prediction.version': 'Increases when the same data gives another prediction.',
  'Prediction.pastRuns': 'The number of past runs that it comes from.',
  'Prediction.medianErrorPermille':
    'What predictions of these runs from each other were off by at this time: the median, in thousandths of the result. ' +
    'Absent with fewer than two runs.',
  'Predictions.prediction': 'The newest one, in a run that has ended the last one.',
  'Predictions.unknown':
    'Why there is none: as `unknown` of a rank, or `not_predicted` (this server has made none yet).',
  'Predictions.notWatched': 'The requested ranks that are not watched.',
  'Predictions.accuracy':
    'Of predictions of up to 30 past runs of the region, each made from what was known then: of all ranks together, and of ' +
    'the requested ones.',
  'PredictionAccuracy.elapsedPercent': 'When the predictions were made, in percent of the run.',
  'PredictionAccuracy.rank': 'Absent: all ranks together.',
  'PredictionAccuracy.runs': 'The number of predicted runs.',
  'PredictionAccuracy.predictions': 'The number of predictions.',
  'PredictionAccuracy.medianErrorPermille':
    'Median of the absolute errors, in thousandths of the result.',
  'PredictionAccuracy.inside50Percent': 'How many results were inside `interval50`.',
  'PredictionAccuracy.inside90Percent': 'How many results were inside `interval90`.',
  'PredictionHistory.predictions': 'Ascending by `madeAt`.',
  'PredictionHistory.notWatched': 'The requested ranks that are not watched.',
  'PredictionHistory.nextFrom': 'Present if there are more: pass it as `from`.',
  'Speed.gaps': 'The gaps that overlap the window.',
  'History.notWatched': 'The requested ranks that are not watched and have no data in this range.',
  'ComparedRun.notWatched':
    'The requested ranks that are not watched on this board and have no data in this run.',
  'History.anomalies': 'The first 100 of the requested ranks in this range, ascending by time.',
  'History.anomaliesOmitted':
    'The number of further ones: in this range, and in its runs beyond 1,000 each.',
  'Anomaly.at': `${UNIX_MS} The fetch time of the snapshot.`,
  'Anomaly.kind':
    '`points_fell`: lower than in the previous snapshot of the run; `wrong_region`: the holder is on a board of another region.',
  'Anomaly.before': 'Of `points_fell`: the points in the previous snapshot.',
  'Anomaly.after': 'The points in the snapshot.',
  'History.nextFrom': 'Present if there are more entries: pass it as `from`.',
  'ComparedRun.nextSince': 'Present if this run has more entries: pass it as `since`.',
}

/** The introduction of the public document. */
export const PUBLIC_INTRODUCTION = `Collected data of event boards, song boards and challenge boards. No key, no account; pages of any origin may read it.
**Experimental**: version 0.1.0 may still change.

- **Snapshots, no estimates.** Each value was read from the game at its \`fetchedAt\`. Nothing is interpolated, with any
  \`step\`. Failed polls leave a **gap**, with its reason: break your line there.
- **Not held is not zero.** \`rows\` are held ranks, \`unheld\` those without a holder. A rank in neither was not polled at
  that time.
- **Defaults are omitted.** A field with its default value (\`0\`, \`"0"\`, empty string, empty list) is absent: a row without
  \`points\` has 0.
- **Times** are Unix milliseconds, as strings in responses, like all 64-bit integers.
- **Runs.** A repeated event keeps its id. \`startsAt\` identifies its runs.
- **Caching.** Responses are \`Cache-Control: public\`; cache them for that long. Each has an \`ETag\`; with \`If-None-Match\`
  the response is 304 while nothing has changed. The age of a snapshot is now minus \`fetchedAt\`; a field for it would be
  wrong in a cached response.
- **Limits** apply per network address (IPv6: per /64, and per /56 and /48 together), separately from those of keys: requests
  per UTC minute, and concurrent requests. \`RateLimit-Policy\` has the limits, \`RateLimit\` the remainder on every response
  that is not publicly cacheable. After 429 and 503 wait \`Retry-After\` seconds. A 304 counts like any other response; a
  rejected request does not count.
- **No calls to the game.** This interface reads stored data only.

Requests are rejected in this order: method (405), malformed request (400), unknown path (404), region and parameters (400),
limits (429), unknown or not watched (404: for \`not_watched\`, \`watched\` lists the watched boards). Every error has the
format of RFC 9457; act on \`code\`. Request headers over 16 KiB or 100 lines are rejected with 431, and slow requests
with 408.`
