/** Files of a data directory that a backup may contain, in the order of copying and restoring. */
export const BACKUP_FILES = [
  'accounts.db',
  'dataset.db',
  'quota.bin',
  'history.db',
  'usage.db',
  'pepper',
  'demo-key',
] as const

/** The databases among them: written while the server runs, possibly with SQLite side files. */
export const WRITTEN_DATABASES: readonly string[] = ['accounts.db', 'history.db', 'usage.db']

/** One of {@link BACKUP_FILES}. */
export type BackupFileName = (typeof BACKUP_FILES)[number]
