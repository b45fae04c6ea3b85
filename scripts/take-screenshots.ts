import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { benchSettings } from '../bench/harness/prepare-data.ts'
import { startServing } from '../bench/start/serving-process.ts'
import { openBrowser } from '../test/browser/open-browser.ts'

// Takes the screenshot of the README anew, of a fresh demo in Chromium. Run it after a visible
// change: `npm run screenshots`.
const ROOT = join(import.meta.dirname, '..')
const FILE = join(ROOT, 'docs', 'images', 'tracker.webp')

/** The first snapshots are collected after the start. */
const FIRST_SNAPSHOTS_MS = 5_000

mkdirSync(join(FILE, '..'), { recursive: true })
const folder = mkdtempSync(join(tmpdir(), 'backline-screenshots-'))
const program = join(ROOT, 'bin', 'backline.mjs')
const settings = { ...process.env, ...benchSettings(folder) }
const server = await startServing([program, 'serve', '--demo'], settings)
try {
  await wait(FIRST_SNAPSHOTS_MS)
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({
      viewport: { width: 1360, height: 780 },
      deviceScaleFactor: 1.5,
      colorScheme: 'light',
      locale: 'en-US',
      timezoneId: 'Asia/Tokyo',
    })
    await page.goto(server.origin, { waitUntil: 'networkidle' })
    const { size } = await sharp(await page.screenshot())
      .webp({ quality: 80 })
      .toFile(FILE)
    console.log(`${FILE}: ${Math.round(size / 1_000)} kB`)
  } finally {
    await browser.close()
  }
} finally {
  await server.end()
  rmSync(folder, { recursive: true, force: true })
}
