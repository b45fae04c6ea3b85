import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { openBrowser } from '../test/browser/open-browser.ts'

// Takes the screenshots of the documents anew, of a fresh demo in Chromium. Run it after a visible
// change: `npm run screenshots`.
const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'docs', 'images')

const FIRST_SNAPSHOTS_MS = 5_000

/** Each picture: its page, its window in CSS pixels, and its color scheme. */
const PICTURES = [
  { name: 'tracker', path: '/', width: 1360, height: 780, scheme: 'light' },
] as const

mkdirSync(FOLDER, { recursive: true })
const data = mkdtempSync(join(tmpdir(), 'backline-screenshots-'))
const server = spawn(process.execPath, ['bin/backline.mjs', 'serve', '--demo'], {
  cwd: ROOT,
  stdio: ['ignore', 'ignore', 'pipe'],
  env: {
    ...process.env,
    BACKLINE_LISTEN: '127.0.0.1:0',
    BACKLINE_ADMIN_LISTEN: '127.0.0.1:0',
    BACKLINE_DATA_DIR: join(data, 'data'),
  },
})
const browser = await openBrowser()
try {
  const origin = await originOf()
  // The first snapshots are collected after the start.
  await wait(FIRST_SNAPSHOTS_MS)
  for (const { name, path, width, height, scheme } of PICTURES) {
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: 1.5,
      colorScheme: scheme,
      locale: 'en-US',
      timezoneId: 'Asia/Tokyo',
    })
    const page = await context.newPage()
    await page.goto(origin + path, { waitUntil: 'networkidle' })
    const picture = await page.screenshot()
    const file = join(FOLDER, `${name}.webp`)
    const { size } = await sharp(picture).webp({ quality: 80 }).toFile(file)
    console.log(`${name}.webp: ${Math.round(size / 1_000)} kB`)
    await context.close()
  }
} finally {
  await browser.close()
  server.kill()
  await once(server, 'exit')
  rmSync(data, { recursive: true, force: true })
}

/** Resolves with the origin that the server prints. */
async function originOf(): Promise<string> {
  let output = ''
  for await (const text of server.stderr.setEncoding('utf8')) {
    output += String(text)
    const origin = /ready at (http:\S+)/.exec(output)?.[1]
    if (origin !== undefined) return origin
  }
  throw new Error(`The server exited before it was ready:\n${output}`)
}
