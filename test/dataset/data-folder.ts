import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

/** The lines of files of data, by the name of the file without its ending. */
export type Lines = Readonly<Record<string, readonly object[]>>

/** Writes files of data into a folder, which is made. */
export function writeLines(folder: string, lines: Lines): void {
  for (const [name, entries] of Object.entries(lines)) {
    write(
      join(folder, `${name}.ndjson`),
      entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
    )
  }
}

/** Writes a file and the folders it stands in. */
export function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

/** Every file below a folder with its bytes, as latin1 so that a difference can be read. */
export function contentOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile())
    .sort()
  return Object.fromEntries(
    files.map((path) => [relative(folder, path), readFileSync(path, 'latin1')]),
  )
}

/** One chunk of a PNG, with the checksum that it should have. */
export function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** The first eight bytes of every PNG. */
export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A PNG of one grey pixel; `shade` makes one differ from another. */
export function onePixel(shade: number): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([0, shade]))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
