import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { readVitals, type PageVitals } from '../test/browser/page-vitals.ts'
import { openDemo } from './open-demo.ts'

// Measures how the tracker of a fresh demo appears on a slow phone: 1.6 Mbit/s, 150 ms, a quarter
// of this processor. Prints the median of several visits: `npm run measure:page`.

const VISITS = 5
/** The first snapshots are collected after the start. */
const FIRST_SNAPSHOTS_MS = 8_000
/** After this a page has painted its chart. */
const SETTLED_MS = 4_000
const VIEWPORTS = [
  { width: 360, height: 640 },
  { width: 1_360, height: 780 },
]
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

await using demo = await openDemo(FIRST_SNAPSHOTS_MS)
for (const viewport of VIEWPORTS) {
  const visits: (PageVitals & { readonly bytes: number })[] = []
  for (let visit = 0; visit < VISITS; visit += 1) {
    visits.push(await visitPage(demo.browser, demo.origin, viewport))
  }
  const sorted = visits.toSorted((one, other) => one.lcpMs - other.lcpMs)
  const { lcpMs, largest, bytes } = sorted[Math.floor(VISITS / 2)]!
  const worst = visits.toSorted((one, other) => other.cls - one.cls)[0]!
  console.log(
    `${viewport.width} × ${viewport.height}: LCP ${Math.round(lcpMs)} ms (${largest}), ` +
      `CLS ${worst.cls.toFixed(3)}, ${Math.round(bytes / 100) / 10} kB transferred`,
  )
  for (const shift of worst.shifted) console.log(`  ${shift}`)
}

/** Visits the page for the first time on the slow phone. */
async function visitPage(
  browser: Browser,
  origin: string,
  viewport: { readonly width: number; readonly height: number },
) {
  const context = await browser.newContext({ viewport, locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  try {
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    await devTools.send('Network.enable')
    await devTools.send('Network.emulateNetworkConditions', NETWORK)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    let bytes = 0
    devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await page.goto(origin)
    await wait(SETTLED_MS)
    return { ...(await readVitals(page)), bytes }
  } finally {
    await context.close()
  }
}
