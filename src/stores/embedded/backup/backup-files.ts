/** The files of a data folder that a backup can hold, in the order in which they are copied and put back. */
export const BACKUP_FILES = [
  'accounts.db',
  'dataset.db',
  'quota.bin',
  'history.db',
  'usage.db',
  'pepper',
  'demo-key',
] as const

/** Those of them that are written while they are served, and may have files of SQLite beside them. */
export const WRITTEN_DATABASES: readonly string[] = ['accounts.db', 'history.db', 'usage.db']

/** The name of one of them. */
export type BackupFileName = (typeof BACKUP_FILES)[number]
