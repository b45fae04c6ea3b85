import type { ExportFile, HistoryArchive } from '../../history-archive.ts'
import type { Region } from '../../../game/region.ts'
import { DAY_MS } from '../../../platform/time/time-units.ts'
import { withWriteLock } from '../lease.ts'
import type { HistoryDatabase, HistoryTables } from '../history-schema.ts'

/** Bytes per row of file content, the size of one read. */
const PIECE_BYTES = 65_536

/** Creates the access to export files in SQL. */
export function createExportFiles(
  database: HistoryDatabase,
): Pick<HistoryArchive, 'putFile' | 'files' | 'filePiece'> {
  return {
    putFile: (file, content) =>
      withWriteLock(database, async (transaction) => {
        // The file lacks snapshots that were added while it was built.
        if ((await countSnapshots(transaction, file)) !== file.snapshots) return false
        if (await isBeingImported(transaction, file)) return false
        const isKept = await storeRow(transaction, file)
        await transaction
          .deleteFrom('history_changed_days')
          .where('region', '=', file.region)
          .where('day_ms', '=', file.dayMs)
          .execute()
        if (!isKept) return false
        for (let start = 0; start < content.length; start += PIECE_BYTES) {
          const piece = content.subarray(start, start + PIECE_BYTES)
          await transaction
            .insertInto('history_file_pieces')
            .values({ sha256: file.sha256, start, content: piece })
            .execute()
        }
        return true
      }),
    files: (region) => readFiles(database, region),
    filePiece: async (sha256, start) => {
      const row = await database
        .selectFrom('history_file_pieces')
        .select('content')
        .where('sha256', '=', sha256)
        .where('start', '=', start)
        .executeTakeFirst()
      return row?.content
    },
  }
}

/** Reads the files of a region, or of one day of it, ordered by day and revision. */
export async function readFiles(
  database: HistoryDatabase,
  region: Region,
  dayMs?: number,
): Promise<readonly ExportFile[]> {
  const columns = ['region', 'day_ms', 'sha256', 'bytes', 'snapshots'] as const
  const first = await database
    .selectFrom('history_files')
    .select(columns)
    .where('region', '=', region)
    .$if(dayMs !== undefined, (query) => query.where('day_ms', '=', dayMs ?? 0))
    .orderBy('day_ms')
    .execute()
  const revisions = await database
    .selectFrom('history_file_revisions')
    .select([...columns, 'replaces'])
    .where('region', '=', region)
    .$if(dayMs !== undefined, (query) => query.where('day_ms', '=', dayMs ?? 0))
    .execute()
  const next = new Map(revisions.map((row) => [row.replaces, row]))
  return first.flatMap((row) => {
    const files = [fileOf(row)]
    for (let later; (later = next.get(files.at(-1)?.sha256 ?? '')) !== undefined;) {
      files.push({ ...fileOf(later), replaces: later.replaces })
    }
    return files
  })
}

function fileOf(row: HistoryTables['history_files']): ExportFile {
  return {
    region: row.region as Region,
    dayMs: row.day_ms,
    sha256: row.sha256,
    bytes: row.bytes,
    snapshots: row.snapshots,
  }
}

/**
 * Stores a file as the first of its day, or as a revision if it has more snapshots than the newest
 * one. Returns whether it was stored.
 */
async function storeRow(database: HistoryDatabase, file: ExportFile): Promise<boolean> {
  const { region, dayMs, sha256, bytes, snapshots } = file
  const row = { region, day_ms: dayMs, sha256, bytes, snapshots }
  const known = await readFiles(database, region, dayMs)
  const newest = known.at(-1)
  if (newest === undefined) {
    await database.insertInto('history_files').values(row).execute()
    return true
  }
  // If downsampling removed more than was added, the existing file has more.
  if (snapshots <= newest.snapshots || known.some((one) => one.sha256 === sha256)) return false
  await database
    .insertInto('history_file_revisions')
    .values({ ...row, replaces: newest.sha256 })
    .execute()
  return true
}

/** Counts the stored snapshots of a day of a region. */
async function countSnapshots(
  database: HistoryDatabase,
  { region, dayMs }: ExportFile,
): Promise<number> {
  const { count } = await database
    .selectFrom('history_snapshots as snapshot')
    .innerJoin('history_boards as board', 'board.id', 'snapshot.board')
    .where('board.region', '=', region)
    .where('snapshot.at_ms', '>=', dayMs)
    .where('snapshot.at_ms', '<', dayMs + DAY_MS)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Returns whether an import of a day has started and not ended. A file built meanwhile may be
 * incomplete.
 */
async function isBeingImported(
  database: HistoryDatabase,
  { region, dayMs }: ExportFile,
): Promise<boolean> {
  const begun = await database
    .selectFrom('history_imports')
    .select('sha256')
    .where('region', '=', region)
    .where('day_ms', '=', dayMs)
    .where('ended', '=', 0)
    .limit(1)
    .executeTakeFirst()
  return begun !== undefined
}
