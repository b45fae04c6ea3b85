import { createHash } from 'node:crypto'

/** A file for download. */
export interface Download {
  /** Path from the project root. */
  readonly file: string
  readonly contentType: string
  /** Of a picture: width and height in pixels, which reserve its place while it loads. */
  readonly pixels?: readonly [width: number, height: number]
}

/** Downloads by path, so that every server offers its clients; and the pictures of documents. */
export const DOWNLOADS: Readonly<Record<string, Download>> = {
  '/docs/files/backline-client.tgz': {
    file: 'web/built/backline-client.tgz',
    contentType: 'application/gzip',
  },
  '/docs/files/backline.py': {
    file: 'client/python/backline.py',
    contentType: 'text/x-python; charset=utf-8',
  },
  '/docs/files/backline_async.py': {
    file: 'client/python/backline_async.py',
    contentType: 'text/x-python; charset=utf-8',
  },
  '/docs/files/cutoff_bot.py': {
    file: 'examples/python/cutoff_bot.py',
    contentType: 'text/x-python; charset=utf-8',
  },
  '/docs/files/cutoff-bot.ts': {
    file: 'examples/typescript/cutoff-bot.ts',
    contentType: 'text/plain; charset=utf-8',
  },
  '/docs/files/prediction-accuracy.svg': {
    file: 'docs/images/prediction-accuracy.svg',
    contentType: 'image/svg+xml; charset=utf-8',
    pixels: [810, 288],
  },
  '/docs/files/tracker.webp': {
    file: 'docs/images/tracker.webp',
    contentType: 'image/webp',
    pixels: [2040, 1170],
  },
  '/docs/files/tracker-phone.webp': {
    file: 'docs/images/tracker-phone.webp',
    contentType: 'image/webp',
    pixels: [720, 1560],
  },
  '/docs/files/tracker-archive.webp': {
    file: 'docs/images/tracker-archive.webp',
    contentType: 'image/webp',
    pixels: [2040, 1170],
  },
  '/docs/files/backline.postman_collection.json': {
    file: 'client/postman/backline.postman_collection.json',
    contentType: 'application/json',
  },
}

/** Path of the checksums. */
export const CHECKSUMS_PATH = '/docs/files/SHA256SUMS'

/** Returns the checksums of all downloads, in the format of `sha256sum --check`. */
export function listChecksums(readFile: (file: string) => Uint8Array): string {
  return Object.entries(DOWNLOADS)
    .map(([path, { file }]) => {
      const hash = createHash('sha256').update(readFile(file)).digest('hex')
      return `${hash}  ${path.slice(path.lastIndexOf('/') + 1)}\n`
    })
    .join('')
}
