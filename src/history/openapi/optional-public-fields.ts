/**
 * The fields of public messages that may be absent with a meaning of their own, not because they
 * hold their default. The clients leave them empty (`undefined`, `None`) instead of filling in 0.
 * With `unless`, a field is empty only beside that one; without it, the field holds its default.
 */
export const OPTIONAL_PUBLIC_FIELDS: Readonly<Record<string, { readonly unless?: string }>> = {
  'ComparedRun.nextSince': {},
  'Entry.fetchedAt': {},
  'Entry.sinceStart': {},
  'Event.bannerUrl': {},
  'Event.kind': {},
  'Event.name': {},
  'EventList.nextBefore': {},
  'EventSources.bannerUrl': {},
  'EventSources.kind': {},
  'EventSources.name': {},
  'ExportFile.replaces': {},
  'Gap.until': {},
  'History.nextFrom': {},
  'Phase.endsAt': {},
  // Absent means 0 when the speed is known.
  'RankSpeed.perHour': { unless: 'unknown' },
  'RankSpeed.spanMs': { unless: 'unknown' },
  'RankSpeed.unknown': {},
  'Watch.from': {},
  'Watch.lastSnapshotAt': {},
  'Watch.nextSnapshotDueAt': {},
  'Watch.until': {},
  'WatchStatus.lastSnapshotAt': {},
}
