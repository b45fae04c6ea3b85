import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { inflateRawSync } from 'node:zlib'
import { Client } from 'pg'
import { RECORD_BYTES } from '../../src/usage/request-record-layout.ts'

/** Milliseconds between two attempts, and the maximum number of attempts. */
const [ATTEMPT_MS, ATTEMPTS_MAX] = [100, 100]

/**
 * Returns the request records in readable form, because files contain them compressed and by
 * column. Waits until one has the id of `shownKey`.
 */
export async function recordPages(
  dataDir: string,
  databaseUrl: string | undefined,
  shownKey: string,
): Promise<ReadonlyMap<string, Buffer>> {
  for (let attempt = 1; ; attempt += 1) {
    const pages = await read(dataDir, databaseUrl).catch((error: unknown) => {
      // The first addition creates the file or the table.
      if (attempt === ATTEMPTS_MAX) throw error
      return []
    })
    assert.ok(attempt <= ATTEMPTS_MAX, 'no record has the key')
    const open = pages.map((page) => inflateRawSync(page))
    if (open.some((page) => page.includes(shownKey.slice(4, 16)))) {
      return new Map(
        open.flatMap((page, nth) => [
          [`records ${nth} as they are written`, page],
          [`records ${nth} one by one`, inOrder(page)],
        ]),
      )
    }
    await sleep(ATTEMPT_MS)
  }
}

async function read(
  dataDir: string,
  databaseUrl: string | undefined,
): Promise<readonly Uint8Array[]> {
  return databaseUrl === undefined ? readFile(join(dataDir, 'usage.db')) : readTable(databaseUrl)
}

function readFile(path: string): readonly Uint8Array[] {
  using database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  const rows = database.prepare('select bytes from usage_pages').all()
  return rows.map((row) => row['bytes'] as Uint8Array)
}

async function readTable(connectionString: string): Promise<readonly Uint8Array[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ bytes: Uint8Array }>('select bytes from usage_pages')
    return rows.map(({ bytes }) => bytes)
  } finally {
    await client.end()
  }
}

/** Returns the records of a page row by row; the page stores their bytes by column. */
function inOrder(page: Buffer): Buffer {
  const columns = page.subarray(4 + page.readUInt32LE())
  const count = columns.byteLength / RECORD_BYTES
  return Buffer.from(
    Uint8Array.from(
      columns,
      (_, at) => columns[(at % RECORD_BYTES) * count + Math.floor(at / RECORD_BYTES)] ?? 0,
    ),
  )
}
