import type { ChangeNotice, KeyStore } from '../../keys/key-store.ts'

/** Watch for changes that affect authorization, by any process. */
export interface AccountsWatch {
  /** Calls `listener` after each change. Returns a function that unsubscribes. */
  onChange: KeyStore['onChange']
  confirmedAtMs?: KeyStore['confirmedAtMs']
  close(): void
}

/** Reported change of one row. */
export interface ReportedChange {
  readonly kind: string
  /** Id of a key or a developer, or name of a plan. */
  readonly subject: string
}

/**
 * Merges reported changes into one notice. An unknown kind yields `everything`: a newer version may
 * authorize requests by further data.
 */
export function toChangeNotice(changes: Iterable<ReportedChange>): ChangeNotice {
  const subjects = {
    key: new Set<string>(),
    developer: new Set<string>(),
    plan: new Set<string>(),
  }
  for (const { kind, subject } of changes) {
    if (!Object.hasOwn(subjects, kind)) return 'everything'
    subjects[kind as keyof typeof subjects].add(subject)
  }
  return { keyIds: subjects.key, developerIds: subjects.developer, plans: subjects.plan }
}
