import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { inflateRawSync } from 'node:zlib'
import { Client } from 'pg'
import { RECORD_BYTES } from '../../src/usage/record-layout.ts'

/** Milliseconds between two looks, and how many there are at most. */
const [LOOK_MS, LOOKS_MAX] = [100, 100]

/**
 * What is written down of requests, made readable: whoever searches the files sees it compressed, and each record torn
 * apart. Waits until the key that was shown is in it.
 */
export async function recordPages(
  dataDir: string,
  databaseUrl: string | undefined,
  shownKey: string,
): Promise<ReadonlyMap<string, Buffer>> {
  for (let look = 1; ; look += 1) {
    const pages = await read(dataDir, databaseUrl).catch((error: unknown) => {
      // What is not there yet is made by the first addition.
      if (look === LOOKS_MAX) throw error
      return []
    })
    assert.ok(look <= LOOKS_MAX, 'the key is in no record')
    const open = pages.map((page) => inflateRawSync(page))
    if (open.some((page) => page.includes(shownKey.slice(4, 16)))) {
      return new Map(
        open.flatMap((page, nth) => [
          [`records ${nth} as they are written`, page],
          [`records ${nth} one by one`, inOrder(page)],
        ]),
      )
    }
    await sleep(LOOK_MS)
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

/** The records of a page, whose bytes stand column by column in it. */
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
