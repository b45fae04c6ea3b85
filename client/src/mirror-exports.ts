import { BacklineError } from './backline-error.ts'
import type { PublicExportFile, PublicExportList } from './generated/public-messages.ts'
import type { PublicResult } from './result.ts'

/** What a mirror already has. */
export interface MirrorParameters {
  /** Returns whether a file is there already, by its name. Default: none is. */
  readonly has?: ((file: string) => boolean | Promise<boolean>) | undefined
}

/** A verified export file: gzip with one JSON value per line. */
export interface MirroredFile extends PublicExportFile {
  readonly content: Uint8Array
}

/** The calls of a mirror. */
export interface MirrorSource {
  readonly list: () => Promise<PublicResult<PublicExportList>>
  readonly fetchFile: (file: string) => Promise<PublicResult<Uint8Array>>
}

/** A name that is safe in every file system and contains the SHA-256 of the file. */
const FILE_NAME = /^[a-z]{2}-\d{4}-\d{2}-\d{2}-([0-9a-f]{64})\.ndjson\.gz$/

/**
 * Yields every export file that `has` does not know, the oldest day first. Throws
 * `unexpected_answer`, which names `address`, if a file is not the listed one; yields nothing
 * unverified.
 */
export async function* mirrorExports(
  { list, fetchFile }: MirrorSource,
  address: string,
  { has }: MirrorParameters,
): AsyncGenerator<MirroredFile, void, undefined> {
  const { data } = await list()
  for (const file of data.files ?? []) {
    const sha256 = FILE_NAME.exec(file.file)?.[1]
    if (sha256 === undefined) throw unexpected(address, 'A listed file has an invalid name.')
    if ((await has?.(file.file)) === true) continue
    const { data: content } = await fetchFile(file.file)
    const digest = await crypto.subtle.digest('SHA-256', content as BufferSource)
    if (hexOf(digest) !== sha256) throw unexpected(address, `${file.file} has another SHA-256.`)
    yield { ...file, content }
  }
}

function hexOf(digest: ArrayBuffer): string {
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function unexpected(address: string, reason: string): BacklineError {
  const message = `The response is not Backline's. ${reason}`
  return new BacklineError('unexpected_answer', message, { address, status: 200 })
}
