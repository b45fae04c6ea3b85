import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createFakeWorkers } from '../../../test/harness/fake-workers.ts'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { chartSpec } from './chart-spec-for-tests.ts'
import { BUSY, createChartRenderer } from './chart-queue.ts'
import { createChartCache } from './chart-cache.ts'

const SPEC = chartSpec({ snapshots: 2 })
const CHART = new Uint8Array([1, 2, 3])
const ANYONE = { network: '192.0.2.1', isPreferred: false }

/** Creates a renderer whose processes draw when the test says so. */
function scene() {
  const clock = createManualClock(0)
  const { workers: processes, start } = createFakeWorkers()
  const faults: unknown[] = []
  const renderer = createChartRenderer(start, clock, (error) => void faults.push(error))
  const draw = (memoryBytes = 200_000_000) =>
    processes.at(-1)?.reply({ result: CHART, memoryBytes })
  const ends = () => processes.map(({ ended }) => ended)
  return { clock, processes, faults, renderer, draw, ends }
}

describe('createChartRenderer', () => {
  it('has no process before the first chart and after an idle minute', async () => {
    const { clock, processes, renderer, draw, ends } = scene()
    clock.advance(600_000)
    assert.equal(processes.length, 0)
    const drawing = renderer.draw(SPEC, ANYONE)
    await turn()
    draw()
    assert.equal(await drawing, CHART)
    clock.advance(59_999)
    assert.deepEqual(ends(), [undefined])
    clock.advance(1)
    assert.deepEqual(ends(), ['closed'])
    assert.equal(clock.pending, 0)
  })

  it('draws one chart at a time, and rejects charts when the queue is full', async () => {
    const { processes, renderer, draw } = scene()
    const drawings = Array.from({ length: 17 }, () => renderer.draw(SPEC, ANYONE))
    await assert.rejects(renderer.draw(SPEC, ANYONE), { code: 'unavailable', retryAfterS: 2 })
    for (let at = 0; at < 17; at += 1) {
      await turn()
      assert.equal(processes[0]?.calls.length, at + 1)
      draw()
    }
    assert.equal((await Promise.all(drawings)).length, 17)
    assert.equal(processes.length, 1)
    renderer.close()
  })

  it('replaces a process that hangs, exits or uses too much memory', async () => {
    const { clock, processes, faults, renderer, draw, ends } = scene()
    const hung = renderer.draw(SPEC, ANYONE)
    const next = renderer.draw(SPEC, ANYONE)
    await turn()
    clock.advance(5_000)
    await assert.rejects(hung, { code: 'unavailable', retryAfterS: 5 })
    assert.equal(ends()[0], 'terminated')
    await turn()
    processes[1]?.exit('SIGSEGV')
    await assert.rejects(next, { code: 'unavailable' })
    assert.equal(faults.length, 2)
    const full = renderer.draw(SPEC, ANYONE)
    await turn()
    draw(320_000_001)
    assert.equal(await full, CHART)
    assert.deepEqual(ends(), ['terminated', undefined, 'closed'])
    assert.equal(clock.pending, 0)
  })

  it('keeps the process when it cannot draw a chart', async () => {
    const { processes, faults, renderer, draw } = scene()
    const wrong = renderer.draw(SPEC, ANYONE)
    await turn()
    processes[0]?.reply({ error: { type: 'Error', text: 'No glyph.' } })
    await assert.rejects(wrong, { code: 'unavailable' })
    const next = renderer.draw(SPEC, ANYONE)
    await turn()
    draw()
    assert.equal(await next, CHART)
    assert.deepEqual([processes.length, faults.length], [1, 1])
    renderer.close()
  })

  it('rejects the running chart on close, and any later one', async () => {
    const { processes, faults, renderer, ends } = scene()
    const drawing = renderer.draw(SPEC, ANYONE)
    const waiting = renderer.draw(SPEC, ANYONE)
    await turn()
    renderer.close()
    assert.deepEqual(ends(), ['terminated'])
    await assert.rejects(drawing, { code: 'unavailable' })
    await assert.rejects(waiting, { code: 'unavailable' })
    await assert.rejects(renderer.draw(SPEC, ANYONE), { code: 'unavailable' })
    assert.deepEqual([processes.length, faults.length], [1, 0])
  })

  it('draws round-robin by network, and displaces charts of the network with the most', async () => {
    const { renderer, draw } = scene()
    const outcomes: string[] = []
    const ask = (network: string, isPreferred = false) => {
      const drawing = renderer.draw(SPEC, { network, isPreferred })
      drawing.then(
        () => outcomes.push(`${network} drawn`),
        () => outcomes.push(`${network} refused`),
      )
    }
    // Four networks fill the queue; the first chart is being drawn already.
    for (let nth = 0; nth < 17; nth += 1) ask('abcd'.charAt(nth % 4))
    for (const other of ['e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']) ask(other)
    await turn()
    assert.deepEqual(
      outcomes.toSorted(),
      ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd'].map((network) => `${network} refused`),
    )
    outcomes.length = 0
    ask('preferred', true)
    await turn()
    for (let at = 0; at < 20; at += 1) {
      draw()
      await turn()
    }
    const drawn = outcomes.filter((outcome) => outcome.endsWith('drawn'))
    assert.equal(drawn[1], 'preferred drawn', 'right after the running one')
    for (const other of 'efghijkl') assert.ok(drawn.includes(`${other} drawn`), other)
    // Every network has a chart drawn before any has a second.
    const owners = drawn.slice(2).map((outcome) => outcome.charAt(0))
    assert.equal(new Set(owners.slice(0, 12)).size, 12)
  })

  it('does not let preferred charts starve ordinary ones', async () => {
    const { renderer, draw } = scene()
    const drawn: string[] = []
    const ask = (network: string, isPreferred: boolean) => {
      renderer.draw(SPEC, { network, isPreferred }).then(
        () => drawn.push(network),
        () => {},
      )
    }
    // Preferred charts: six requests each of three networks, then one each of five more networks.
    for (let nth = 0; nth < 18; nth += 1) ask('abc'.charAt(nth % 3), true)
    for (let nth = 0; nth < 5; nth += 1) ask(`more ${nth}`, true)
    for (const other of ['x', 'y', 'z']) ask(other, false)
    await turn()
    for (let at = 0; at < 40; at += 1) {
      draw()
      await turn()
    }
    for (const other of ['x', 'y', 'z']) {
      assert.ok(drawn.includes(other), other)
      assert.ok(drawn.indexOf(other) < 12, `${other} in turn with the preferred ones`)
    }
  })
})

/** An uncompressed chart. */
const plain = (body: Uint8Array) => ({
  bytes: body.byteLength,
  encoded: () => ({ body, encoding: undefined }),
})

describe('createChartCache', () => {
  it('draws once for concurrent requests, and caches the chart', async () => {
    let drawn = 0
    const give = createChartCache(
      async () => {
        drawn += 1
        await turn()
        return new Uint8Array(1_000)
      },
      plain,
      10_000,
    )
    const [one, other] = await Promise.all([give(SPEC, 'a', ANYONE), give(SPEC, 'a', ANYONE)])
    assert.equal(one, other)
    assert.equal(await give(SPEC, 'a', ANYONE), one)
    assert.equal(drawn, 1)
    for (const tag of ['b', 'c', 'd', 'e', 'f', 'g']) await give(SPEC, tag, ANYONE)
    await give(SPEC, 'a', ANYONE)
    assert.equal(drawn, 8, 'the newest evicted the oldest')
  })

  it('does not cache a failed drawing', async () => {
    let fails = true
    const give = createChartCache(
      () => (fails ? Promise.reject(new Error('No.')) : Promise.resolve(CHART)),
      plain,
      1_000,
    )
    await assert.rejects(give(SPEC, 'a', ANYONE))
    fails = false
    assert.equal((await (await give(SPEC, 'a', ANYONE)).encoded(undefined)).body, CHART)
  })

  it('retries for a client that joined a drawing displaced from the queue', async () => {
    const displaced = Promise.withResolvers<Uint8Array>()
    const networks: string[] = []
    const give = createChartCache(
      (_, { network }) => {
        networks.push(network)
        return networks.length === 1 ? displaced.promise : Promise.resolve(CHART)
      },
      plain,
      10_000,
    )
    const first = give(SPEC, 'a', ANYONE)
    const joined = give(SPEC, 'a', { ...ANYONE, network: '192.0.2.2' })
    displaced.reject(BUSY)
    await assert.rejects(first, BUSY)
    assert.equal((await (await joined).encoded(undefined)).body, CHART)
    assert.deepEqual(networks, [ANYONE.network, '192.0.2.2'])
  })

  it('compresses once, and counts the compressed variants', async () => {
    let compressed = 0
    const growing = (bytes: Uint8Array, onGrown: () => void) => {
      const forms = { bytes: bytes.byteLength }
      return {
        get bytes() {
          return forms.bytes
        },
        encoded: () => {
          if (forms.bytes === bytes.byteLength) {
            compressed += 1
            forms.bytes += 3_000
            onGrown()
          }
          return { body: bytes, encoding: undefined }
        },
      }
    }
    let drawn = 0
    const give = createChartCache(
      () => {
        drawn += 1
        return Promise.resolve(new Uint8Array(1_000))
      },
      growing,
      10_000,
    )
    for (let nth = 0; nth < 3; nth += 1) await (await give(SPEC, 'a', ANYONE)).encoded('br')
    assert.deepEqual([drawn, compressed], [1, 1])
    for (const tag of ['b', 'c']) await (await give(SPEC, tag, ANYONE)).encoded('br')
    await give(SPEC, 'a', ANYONE)
    assert.equal(drawn, 4, 'three of 4,512 bytes exceed the limit')
  })
})
