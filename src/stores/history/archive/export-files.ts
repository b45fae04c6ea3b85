import type { ExportFile, HistoryArchive } from '../../../domain/history-archive.ts'
import type { Region } from '../../../domain/region.ts'
import type { HistoryDatabase } from '../schema.ts'

/** Bytes of a piece of a file: as many as are sent at one time. */
const PIECE_BYTES = 65_536

/** The files of days, in SQL. */
export function createExportFiles(
  database: HistoryDatabase,
): Pick<HistoryArchive, 'putFile' | 'files' | 'filePiece'> {
  return {
    putFile: (file, content) =>
      database.transaction().execute(async (transaction) => {
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('history_files')
          .values({
            region: file.region,
            day_ms: file.dayMs,
            sha256: file.sha256,
            bytes: file.bytes,
            snapshots: file.snapshots,
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        if (numInsertedOrUpdatedRows !== 1n) return false
        if (await isBeingTakenIn(transaction, file)) {
          await transaction.deleteFrom('history_files').where('sha256', '=', file.sha256).execute()
          return false
        }
        for (let start = 0; start < content.length; start += PIECE_BYTES) {
          const piece = content.subarray(start, start + PIECE_BYTES)
          await transaction
            .insertInto('history_file_pieces')
            .values({ sha256: file.sha256, start, content: piece })
            .execute()
        }
        return true
      }),
    files: async (region) => {
      const rows = await database
        .selectFrom('history_files')
        .selectAll()
        .where('region', '=', region)
        .orderBy('day_ms')
        .execute()
      return rows.map((row): ExportFile => ({
        region: row.region as Region,
        dayMs: row.day_ms,
        sha256: row.sha256,
        bytes: row.bytes,
        snapshots: row.snapshots,
      }))
    },
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

/** Whether an import of a day was begun and has not ended: of what was packed meanwhile, nobody knows how much of it is there. */
async function isBeingTakenIn(
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
