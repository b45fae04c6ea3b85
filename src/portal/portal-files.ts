import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderPortal } from '../site/render-portal.ts'
import type { PortalPages } from './portal-pages.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** Assets of the portal's page by path. */
const FILES = {
  '/portal/assets/portal.js': ['web/built/portal.js', 'text/javascript; charset=utf-8'],
  '/portal/assets/portal.css': ['web/built/portal.css', 'text/css; charset=utf-8'],
  '/portal/assets/licenses.txt': ['web/built/licenses.txt', 'text/plain; charset=utf-8'],
  '/portal/assets/status.css': ['web/built/status.css', 'text/css; charset=utf-8'],
  '/portal/assets/icon.svg': ['web/docs/icon.svg', 'image/svg+xml'],
  '/portal/assets/backline-sans.woff2': ['assets/fonts/backline-sans.woff2', 'font/woff2'],
} as const

/** Scripts that the page loads on demand: one per language, and what they share. */
const LAZY_SCRIPT = /^portal-.*\.js$/

/** Returns the pages of the portal, read at the first request. */
export function portalFiles(): { readonly pages: PortalPages } {
  const lazy = readdirSync(join(ROOT, 'web/built'))
    .filter((name) => LAZY_SCRIPT.test(name))
    .map(
      (name) =>
        [
          `/portal/assets/${name}`,
          [`web/built/${name}`, 'text/javascript; charset=utf-8'] as const,
        ] as const,
    )
  const files = [...Object.entries(FILES), ...lazy].map(([path, [file, contentType]]) => [
    path,
    { contentType, read: () => readPortalFile(file) },
  ])
  return { pages: { page: renderPortal, files: Object.fromEntries(files) } }
}

/** Reads a file; the style sheet of error pages with the font of the portal. */
function readPortalFile(file: string): Uint8Array {
  const bytes = readFileSync(join(ROOT, file))
  if (file !== 'web/built/status.css') return bytes
  return Buffer.from(bytes.toString().replaceAll('/docs/assets/', '/portal/assets/'))
}
