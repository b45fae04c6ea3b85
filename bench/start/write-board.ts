import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { accountIdAt, IDS, REGION } from '../dataset/build-dataset.ts'

const ROWS_PER_WRITE = 1_000

/**
 * Writes an `event-rankings.ndjson` with `rows` rows for the long board of the benchmark dataset.
 */
export async function writeBoard(path: string, rows: number): Promise<void> {
  const file = createWriteStream(path)
  for (let first = 1; first <= rows; first += ROWS_PER_WRITE) {
    const count = Math.min(ROWS_PER_WRITE, rows - first + 1)
    const lines = Array.from({ length: count }, (_, at) => line(first + at, rows))
    if (!file.write(lines.join(''))) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
}

function line(rank: number, rows: number): string {
  const profile = { id: accountIdAt((rank * 7_919) % rows) }
  const entry = { rank, point: (rows - rank) * 100, profile }
  return `${JSON.stringify({ region: REGION, eventId: IDS.eventId, entry })}\n`
}
