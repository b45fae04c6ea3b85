import { mkdir, open, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { openDataset } from '../open-dataset.ts'
import { CARDS_FOLDER, DATA_FILES, DATA_FILE_NAMES, type DataFileName } from './data-files.ts'
import { EXPORT_SELECTS } from './export-selects.ts'

/** Characters buffered before a write. */
const PIECE = 262_144

/** The progress of an export. */
export interface ExportProgress {
  /** The current file by its final name in the directory. */
  readonly path: string
  /** Lines or cards written to it so far. */
  readonly rows: number
}

/** Options of {@link exportData}. */
export interface ExportOptions {
  /** The dataset. It may be replaced during the export, which continues with the opened one. */
  readonly file: string
  /** An empty or missing directory. */
  readonly folder: string
  readonly onProgress?: (progress: ExportProgress) => void
}

/**
 * Exports a whole dataset to data files. Returns the number of lines and cards. Equal content gives
 * equal bytes. Until everything is synced the files have temporary names, which imports reject.
 * Throws if the directory is not empty.
 */
export async function exportData({ file, folder, onProgress }: ExportOptions): Promise<number> {
  const tell = onProgress ?? (() => {})
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) {
    throw new Error(`${folder} is not empty. Export into an empty or new directory.`)
  }
  // One transaction from opening to closing makes all files consistent.
  const database = openDataset(file)
  try {
    let rows = await writeCards(database, folder, tell)
    for (const name of DATA_FILE_NAMES) rows += await writeLines(database, { name, folder, tell })
    for (const name of DATA_FILE_NAMES) await rename(partOf(folder, name), fileOf(folder, name))
    await rename(join(folder, `${CARDS_FOLDER}.part`), join(folder, CARDS_FOLDER))
    return rows
  } finally {
    database.close()
  }
}

type ReportProgress = (progress: ExportProgress) => void

async function writeLines(
  database: DatabaseSync,
  { name, folder, tell }: { readonly name: DataFileName; folder: string; tell: ReportProgress },
): Promise<number> {
  const { sql, more } = EXPORT_SELECTS[name]
  const fields = Object.keys(DATA_FILES[name].line.properties)
  let rows = 0
  const handle = await open(partOf(folder, name), 'wx')
  try {
    let piece = ''
    for (const row of database.prepare(sql).iterate()) {
      const columns = row as Record<string, string | null>
      const texts = more === undefined ? columns : { ...columns, ...more(columns) }
      let line = ''
      for (const field of fields) {
        const text = texts[field]
        if (text !== null && text !== undefined) line += `,"${field}":${text}`
      }
      piece += `{${line.slice(1)}}\n`
      rows += 1
      if (piece.length < PIECE) continue
      await handle.appendFile(piece)
      tell({ path: `${name}.ndjson`, rows })
      piece = ''
    }
    await handle.appendFile(piece)
    await handle.sync()
  } finally {
    await handle.close()
  }
  tell({ path: `${name}.ndjson`, rows })
  return rows
}

async function writeCards(
  database: DatabaseSync,
  folder: string,
  tell: ReportProgress,
): Promise<number> {
  const cards = database.prepare(
    `SELECT p.region, CAST(p.profile_id AS TEXT) AS profile_id, CAST(c.page AS TEXT) AS page, c.png
     FROM profile_cards c JOIN players p ON p.player_key = c.player_key`,
  )
  const root = join(folder, `${CARDS_FOLDER}.part`)
  await mkdir(root)
  let rows = 0
  for (const row of cards.iterate()) {
    const { region, profile_id, page, png } = row as Record<string, string> & { png: Uint8Array }
    const path = join(root, String(region), String(profile_id), `${page}.png`)
    await mkdir(dirname(path), { recursive: true })
    const handle = await open(path, 'wx')
    try {
      await handle.appendFile(png)
    } finally {
      await handle.close()
    }
    rows += 1
    tell({ path: `${CARDS_FOLDER}/`, rows })
  }
  return rows
}

function fileOf(folder: string, name: DataFileName): string {
  return join(folder, `${name}.ndjson`)
}

function partOf(folder: string, name: DataFileName): string {
  return `${fileOf(folder, name)}.part`
}
