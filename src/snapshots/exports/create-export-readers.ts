import type { PublicReaders } from '../../contract/public/public-content.ts'
import type { HistoryArchive } from '../../domain/history-archive.ts'
import { notFound } from '../../domain/service-error.ts'
import { dayText, exportName, parseExportName } from './export-day.ts'
import { DAY_MS } from '../../domain/time-units.ts'

/** Milliseconds for which a list of files is given again. A new one comes once a day. */
const LIST_FRESH_MS = 300_000

/** Bytes that are sent at one time: each has to be taken within the stall limit. */
const PIECE_BYTES = 16_384

/** Makes the readers of what can be taken away: the files of days, and the list of them. */
export function createExportReaders(
  archive: Pick<HistoryArchive, 'files' | 'filePiece'>,
): Pick<PublicReaders, 'public.exports.list' | 'public.exports.file'> {
  const content = async function* (sha256: string): AsyncGenerator<Uint8Array> {
    for (let start = 0; ;) {
      const part = await archive.filePiece(sha256, start)
      if (part === undefined) return
      for (let at = 0; at < part.length; at += PIECE_BYTES) {
        yield part.subarray(at, at + PIECE_BYTES)
      }
      start += part.length
    }
  }
  return {
    'public.exports.list': async ({ region }) => ({
      type: 'message',
      message: {
        files: (await archive.files(region)).map((file) => ({
          day: dayText(file.dayMs),
          file: exportName(file),
          sha256: file.sha256,
          bytes: file.bytes,
          snapshots: file.snapshots,
          from: String(file.dayMs),
          until: String(file.dayMs + DAY_MS),
        })),
      },
      freshForMs: LIST_FRESH_MS,
    }),
    'public.exports.file': async ({ region, file: name }) => {
      const asked = parseExportName(name)
      const known = asked?.region === region ? await archive.files(region) : []
      const file = known.find(
        ({ sha256, dayMs }) => sha256 === asked?.sha256 && dayMs === asked.dayMs,
      )
      if (file === undefined) throw notFound('There is no such file.')
      return {
        type: 'stream',
        pieces: content(file.sha256),
        cacheControl: 'public, max-age=31536000, immutable',
        bytes: file.bytes,
        tag: file.sha256,
      }
    },
  }
}
