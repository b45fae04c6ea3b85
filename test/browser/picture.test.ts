import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { readChart } from '../harness/read-chart.ts'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { startPublicScene, type PublicScene } from '../public/scene.ts'
import { openBrowser, skip } from './open-browser.ts'

let scene: PublicScene
let browser: Browser
let ticking: ReturnType<typeof setInterval>

describe('the picture that the tracker links to', { skip }, () => {
  before(async () => {
    scene = await startPublicScene(temporaryFolder())
    browser = await openBrowser()
    ticking = setInterval(() => scene.clock.advance(10), 10)
  })
  after(async () => {
    clearInterval(ticking)
    await browser.close()
    await scene.test.stop()
  })

  it('shows the points and the gaps that the page shows', async () => {
    const page = await browser.newPage({ locale: 'en-US', timezoneId: 'UTC' })
    await page.goto(`${scene.test.origin}/?ranks=1,100`)
    await page.getByText('Show as a table').click()
    await page.locator('.chart-table tbody tr').first().waitFor()
    const rows = await page.locator('.chart-table tbody tr').evaluateAll((lines) =>
      lines.map((line) => ({
        isGap: line.classList.contains('chart-table-gap'),
        cells: [...line.querySelectorAll('td')].map(({ textContent }) => textContent ?? ''),
      })),
    )
    const href = await page.getByText('Chart as an image').getAttribute('href')
    const svg = await send(scene.test.origin, String(href).replace('chart.png', 'chart.svg'))
    const drawn = readChart(svg.body.toString())
    assert.ok(rows.length > 50)
    assert.equal(drawn.gaps.length, rows.filter(({ isGap }) => isGap).length)
    for (const [column, rank] of [1, 100].entries()) {
      // The newest stands first in the table.
      const shown = rows
        .filter(({ isGap }) => !isGap)
        .map(({ cells }) => Number((cells[column] ?? '').replaceAll(',', '')))
        .toReversed()
      const painted = drawn.lines.get(rank)?.flat() ?? []
      assert.equal(painted.length, shown.length)
      for (const [index, points] of shown.entries()) {
        assert.ok(Math.abs((painted[index]?.points ?? Number.NaN) - points) <= drawn.pixelPoints)
      }
    }
    const png = await send(scene.test.origin, String(href))
    assert.deepEqual([png.status, png.headers['content-type']], [200, 'image/png'])
  })
})
