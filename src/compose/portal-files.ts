import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderPortal } from '../docs/render-portal.ts'
import type { PortalPages } from '../portal/add-pages.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** What the portal's page needs, by path, and the document that each one is. */
const FILES = {
  '/portal/assets/portal.js': ['web/built/portal.js', 'text/javascript; charset=utf-8'],
  '/portal/assets/portal.css': ['web/built/portal.css', 'text/css; charset=utf-8'],
  '/portal/assets/licences.txt': ['web/built/licences.txt', 'text/plain; charset=utf-8'],
  '/portal/assets/icon.svg': ['web/docs/icon.svg', 'image/svg+xml'],
} as const

/** The pages of the portal, read when somebody first asks for them. */
export function portalFiles(): { readonly pages: PortalPages } {
  const files = Object.entries(FILES).map(([path, [file, contentType]]) => [
    path,
    { contentType, read: () => readFileSync(join(ROOT, file), 'utf8') },
  ])
  return { pages: { page: renderPortal, files: Object.fromEntries(files) } }
}
