import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'

/** How much is in memory at one time. */
const PIECE_BYTES = 1_048_576

/** How much may wait for the disk: without a bound, a long copy makes every other write on the machine wait behind it. */
const UNSYNCED_BYTES_MAX = 64 * PIECE_BYTES

/** What was copied: the size, and the SHA-256 in hex. */
export interface Digest {
  readonly bytes: number
  readonly sha256: string
}

/**
 * Copies a file, which must not change meanwhile, into a new one for the owner alone, and to the disk. What has the
 * name `from` when this begins is what is copied, also when another file takes the name meanwhile. `onBytes` hears of
 * each piece. Throws when `to` is there.
 */
export async function copyWithDigest(
  from: string,
  to: string,
  onBytes: (bytes: number) => void = () => {},
): Promise<Digest> {
  await using source = await open(from, 'r')
  await using target = await open(to, 'wx', 0o600)
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of piecesOf(source)) {
    hash.update(piece)
    await target.appendFile(piece)
    bytes += piece.length
    if (bytes % UNSYNCED_BYTES_MAX === 0) await target.datasync()
    onBytes(piece.length)
  }
  await target.sync()
  return { bytes, sha256: hash.digest('hex') }
}

/** The digest of a file that is there, which is forced to the disk as well. */
export async function digestOf(path: string): Promise<Digest> {
  await using source = await open(path, 'r')
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of piecesOf(source)) {
    hash.update(piece)
    bytes += piece.length
  }
  await source.sync()
  return { bytes, sha256: hash.digest('hex') }
}

/** A file in pieces, each in the place of the one before. */
async function* piecesOf(source: FileHandle): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(PIECE_BYTES)
  for (let position = 0; ;) {
    const { bytesRead } = await source.read(buffer, 0, PIECE_BYTES, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
