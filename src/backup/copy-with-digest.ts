import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'

/** Size of a chunk in memory. */
const PIECE_BYTES = 1_048_576

/**
 * Maximum unsynced bytes. Without a limit, other writes of the machine would wait for a long copy.
 */
const UNSYNCED_BYTES_MAX = 64 * PIECE_BYTES

/** Size and SHA-256 (hex) of copied bytes. */
export interface Digest {
  readonly bytes: number
  readonly sha256: string
}

/**
 * Copies a file that does not change meanwhile into a new one, readable by the owner only, and
 * syncs it to disk. Copies the file that has the name `from` at the start, even when it is replaced
 * meanwhile. Calls `onBytes` for each chunk. Throws when `to` exists.
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

/** Returns the digest of an existing file and syncs it to disk. */
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

/** Yields the chunks of a file in one reused buffer. */
async function* piecesOf(source: FileHandle): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(PIECE_BYTES)
  for (let position = 0; ;) {
    const { bytesRead } = await source.read(buffer, 0, PIECE_BYTES, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
