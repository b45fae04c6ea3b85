import type { PublicHandlers } from '../api/public-content.ts'
import type { HistoryArchive } from '../history-archive.ts'
import { notFound } from '../../platform/http/errors/service-error.ts'
import { dayText, exportName, parseExportName } from './export-file-name.ts'
import { DAY_MS } from '../../platform/time/time-units.ts'

/** Freshness lifetime of the list, in milliseconds. A new file appears once a day. */
const LIST_FRESH_MS = 300_000

/** Bytes per chunk. The client has to accept each chunk within the stall limit. */
const CHUNK_BYTES = 16_384

/** Creates the handlers of the daily export files and their list. */
export function createExportHandlers(
  archive: Pick<HistoryArchive, 'files' | 'filePiece'>,
): Pick<PublicHandlers, 'public.exports.list' | 'public.exports.file'> {
  const content = async function* (sha256: string): AsyncGenerator<Uint8Array> {
    for (let start = 0; ;) {
      const part = await archive.filePiece(sha256, start)
      if (part === undefined) return
      for (let at = 0; at < part.length; at += CHUNK_BYTES) {
        yield part.subarray(at, at + CHUNK_BYTES)
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
          ...(file.replaces !== undefined && {
            replaces: exportName({ ...file, sha256: file.replaces }),
          }),
          from: String(file.dayMs),
          until: String(file.dayMs + DAY_MS),
        })),
      },
      freshForMs: LIST_FRESH_MS,
    }),
    'public.exports.file': async ({ region, file: name }) => {
      const requested = parseExportName(name)
      const known = requested?.region === region ? await archive.files(region) : []
      const file = known.find(
        ({ sha256, dayMs }) => sha256 === requested?.sha256 && dayMs === requested.dayMs,
      )
      if (file === undefined) throw notFound('No such export file.')
      return {
        type: 'stream',
        chunks: content(file.sha256),
        cacheControl: 'public, max-age=31536000, immutable',
        byteLength: file.bytes,
        tag: file.sha256,
      }
    },
  }
}
