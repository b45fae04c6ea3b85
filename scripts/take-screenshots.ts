import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { openDemo } from './open-demo.ts'

// Takes the screenshots of the README and of docs/tracker.md anew, of a fresh demo in Chromium. Run
// it after a visible change: `npm run screenshots`.
const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'docs', 'images')

/** The screenshots by name. */
const SHOTS: Readonly<Record<string, { readonly path: string; readonly options: object }>> = {
  tracker: {
    path: '/?region=jp',
    options: {
      viewport: { width: 1360, height: 780 },
      deviceScaleFactor: 1.5,
      colorScheme: 'light',
      locale: 'en-US',
    },
  },
  'tracker-phone': {
    path: '/?region=jp',
    options: {
      viewport: { width: 360, height: 780 },
      deviceScaleFactor: 2,
      colorScheme: 'dark',
      locale: 'ja-JP',
    },
  },
  'tracker-archive': {
    path: '/archive',
    options: {
      viewport: { width: 1360, height: 780 },
      deviceScaleFactor: 1.5,
      colorScheme: 'light',
      locale: 'en-US',
    },
  },
}

/** The first snapshots and predictions are made after the start. */
const FIRST_SNAPSHOTS_MS = 20_000

/** Milliseconds until a page has loaded what it shows on demand. */
const SETTLED_MS = 3_000

mkdirSync(FOLDER, { recursive: true })
await using demo = await openDemo(FIRST_SNAPSHOTS_MS)
for (const [name, { path, options }] of Object.entries(SHOTS)) {
  const page = await demo.browser.newPage({ timezoneId: 'Asia/Tokyo', ...options })
  await page.goto(demo.origin + path, { waitUntil: 'load' })
  await wait(SETTLED_MS)
  const file = join(FOLDER, `${name}.webp`)
  const { size } = await sharp(await page.screenshot())
    .webp({ quality: 80 })
    .toFile(file)
  console.log(`docs/images/${name}.webp: ${Math.round(size / 1_000)} kB`)
  await page.close()
}
