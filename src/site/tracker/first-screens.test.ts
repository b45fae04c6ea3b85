import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { createFirstScreens } from './first-screens.ts'
import type { FirstScreen, FirstScreenRequest } from './first-screen.ts'

const SCREEN: FirstScreen = { language: 'en', theme: 'system', region: 'jp', html: '', data: '{}' }

const linkOf = (query: string): FirstScreenRequest => ({
  page: 'board',
  query,
  cookie: undefined,
  language: 'en',
  portal: undefined,
})

describe('the first screens of the tracker', () => {
  it('are rendered 20 times a second at most, and once a second for equal links', async () => {
    const clock = createManualClock(1_800_000_000_000)
    const rendered: string[] = []
    const read = createFirstScreens(
      async ({ query }) => {
        rendered.push(query)
        return SCREEN
      },
      clock,
      assert.ifError,
    )
    const flood = (from: number) =>
      Promise.all(
        Array.from({ length: 100 }, async (_, nth) => read(linkOf(`ranks=${from + nth}`))),
      )
    for (let nth = 0; nth < 100; nth += 1) await read(linkOf('ranks=1'))
    assert.equal(rendered.length, 1)
    let shown = 0
    for (let nth = 0; nth < 5; nth += 1) {
      shown += (await flood(1_000 * (nth + 1))).filter((one) => one !== undefined).length
    }
    assert.equal(rendered.length, 20)
    assert.equal(shown, 19)
    clock.advance(1_000)
    assert.equal(await read(linkOf('ranks=1')), SCREEN)
    assert.equal(rendered.length, 21)
  })
})
