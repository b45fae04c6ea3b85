/** The icons of the manifest: the path that serves each, its file, and how it is used. */
const ICONS = [
  { path: '/icon-192.png', sizes: '192x192', purpose: 'any' },
  { path: '/icon-512.png', sizes: '512x512', purpose: 'any' },
  { path: '/icon-maskable-512.png', sizes: '512x512', purpose: 'maskable' },
] as const

/** The file of each icon by the path that serves it. */
export const MANIFEST_ICONS: Readonly<Record<string, string>> = Object.fromEntries(
  ICONS.map(({ path }) => [path, `assets${path}`]),
)

/**
 * Returns the web app manifest: installing the site adds the tracker to the home screen. The
 * colors are those of the page.
 */
export function renderWebManifest(): string {
  return JSON.stringify({
    id: '/',
    name: 'Backline',
    short_name: 'Backline',
    description: 'Live event cutoffs',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f4f5f8',
    theme_color: '#f4f5f8',
    icons: [
      { src: '/docs/assets/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      ...ICONS.map(({ path, sizes, purpose }) => ({
        src: path,
        type: 'image/png',
        sizes,
        purpose,
      })),
    ],
  })
}
