import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { after, before, describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createChartRenderer } from '../../src/history/charts/chart-queue.ts'
import { startChartProcess } from '../../src/history/charts/chart-process.ts'
import { chartSpec } from '../../src/history/charts/chart-spec-for-tests.ts'
import { systemClock } from '../../src/platform/time/system-clock.ts'
import { readChart } from '../harness/read-chart.ts'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import {
  EVENT_ID,
  eventSnapshot,
  MINUTE,
  START,
  startPublicScene,
  type PublicScene,
} from './scene.ts'

const ORIGIN = 'https://backline.example'
const PATH = `/api/public/v1/game/jp/events/${EVENT_ID}`
let scene: PublicScene
let started = 0

before(async () => {
  const startPainter = () => {
    started += 1
    return startChartProcess()
  }
  const environment = {
    BACKLINE_PUBLIC_URL: ORIGIN,
    BACKLINE_PUBLIC_CONCURRENCY: '100',
    BACKLINE_FETCHED_AT_ALIASES: 'X-Game-Fetched-At',
  }
  scene = await startPublicScene(temporaryFolder(), environment, {
    startChartRenderer: startPainter,
  })
})
after(() => scene.test.stop())

const ask = (target: string, headers = {}) => send(scene.test.origin, target, { headers })

interface History {
  readonly entries: readonly {
    readonly fetchedAt?: string
    readonly rows?: readonly { readonly rank: number; readonly points?: number }[]
    readonly gap?: { readonly from: string; readonly until: string }
  }[]
}

describe('a chart image', () => {
  it('is the same for sizes a few pixels apart', async () => {
    const tags = new Set<string | undefined>()
    for (const size of [
      'width=1200&height=630',
      'width=1190&height=640',
      'width=1219&height=616',
    ]) {
      const { headers, body } = await ask(`${PATH}/chart.svg?${size}`)
      assert.match(body.toString(), /width="1200" height="630"/)
      tags.add(headers['etag'])
    }
    assert.equal(tags.size, 1)
  })

  it('has no header of a single client, so that shared caches can store it', async () => {
    for (const target of [`${PATH}/chart.png`, `${PATH}/cutoffs`, `/oembed?url=${ORIGIN}%2F`]) {
      const { headers } = await ask(target)
      assert.match(headers['cache-control'] ?? '', /^public, /, target)
      assert.deepEqual([headers['x-request-id'], headers['ratelimit']], [undefined, undefined])
    }
  })

  it('shows the points of the history, with a break at each gap', async () => {
    const query = `ranks=1&ranks=100&from=${START}&until=${START + 120 * MINUTE}`
    const svg = (await ask(`${PATH}/chart.svg?${query}`)).body.toString()
    const { entries } = (await ask(`${PATH}/history?${query}`)).json as History
    const drawn = readChart(svg)
    for (const rank of [1, 100]) {
      const points = entries.flatMap(({ fetchedAt, rows = [] }) => {
        const row = rows.find((one) => one.rank === rank)
        return row === undefined ? [] : [{ atMs: Number(fetchedAt), points: row.points ?? 0 }]
      })
      const parts = drawn.lines.get(rank) ?? []
      const read = parts.flat()
      assert.equal(read.length, points.length)
      for (const [index, { atMs, points: value }] of points.entries()) {
        assert.ok(Math.abs((read[index]?.atMs ?? 0) - atMs) <= drawn.pixelMs)
        assert.ok(Math.abs((read[index]?.points ?? 0) - value) <= drawn.pixelPoints)
      }
      assert.equal(parts.length, 2, 'before the maintenance and after it')
    }
    const [gap] = entries.flatMap((entry) => entry.gap ?? [])
    assert.ok(Math.abs((drawn.gaps[0]?.fromMs ?? 0) - Number(gap?.from)) <= drawn.pixelMs)
    assert.ok(Math.abs((drawn.gaps[0]?.untilMs ?? 0) - Number(gap?.until)) <= drawn.pixelMs)
  })

  it('has the headers of every public answer, and is not drawn for a client that has it', async () => {
    for (const [name, type] of [
      ['chart.png', 'image/png'],
      ['chart.svg', 'image/svg+xml'],
    ]) {
      const { status, headers, body } = await ask(`${PATH}/${name}`)
      assert.deepEqual([status, headers['content-type']], [200, type])
      assert.equal(headers['access-control-allow-origin'], '*')
      assert.match(headers['cache-control'] ?? '', /^public, max-age=[1-9][0-9]*$/)
      assert.equal(headers['x-fetched-at'], String(START + 120 * MINUTE))
      assert.equal(headers['x-game-fetched-at'], headers['x-fetched-at'])
      assert.ok(headers['ratelimit-policy'] !== undefined && body.length < 300_000)
      for (const ofOne of ['ratelimit', 'x-request-id']) assert.equal(headers[ofOne], undefined)
      assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox")
      const again = await ask(`${PATH}/${name}`, { 'If-None-Match': headers['etag'] })
      assert.deepEqual(
        [again.status, again.body.length, again.headers['etag']],
        [304, 0, headers['etag']],
      )
      const packed = await ask(`${PATH}/${name}`, { 'Accept-Encoding': 'br' })
      assert.equal(packed.headers['content-encoding'], name === 'chart.svg' ? 'br' : undefined)
    }
  })

  it('of the current event equals that of the event by id', async () => {
    const current = await ask('/api/public/v1/game/jp/events/current/chart.svg')
    const named = await ask(`${PATH}/chart.svg`)
    assert.equal(current.headers['etag'], named.headers['etag'])
    assert.deepEqual(current.body, named.body)
  })

  it('shows the watched ranks by default, and any requested ones', async () => {
    const ranksOf = async (query: string) => [
      ...readChart((await ask(`${PATH}/chart.svg?${query}`)).body.toString()).lines.keys(),
    ]
    assert.deepEqual(await ranksOf(''), [1, 100])
    // This rank was never polled, so it has no line.
    assert.deepEqual(await ranksOf('ranks=100&ranks=7'), [100])
  })

  it('changes with a new snapshot, and is drawn once for concurrent requests', async () => {
    const first = await ask(`${PATH}/chart.png`)
    // Shorter than the idle time after which the process ends.
    scene.clock.advance(MINUTE / 2)
    await scene.record(eventSnapshot('jp', scene.clock.nowMs(), 121))
    const [one, other] = await Promise.all([ask(`${PATH}/chart.png`), ask(`${PATH}/chart.png`)])
    assert.notEqual(one.headers['etag'], first.headers['etag'])
    assert.deepEqual(one.body, other.body)
  })

  it('shows at most 2,000 values, with a step that fits the whole range', async () => {
    const rounds = Array.from({ length: 1_500 }, (_, minute) =>
      eventSnapshot('kr', START + (121 + minute) * MINUTE, 121 + minute),
    )
    await scene.record(...rounds)
    const until = START + 1_700 * MINUTE
    const target = `/api/public/v1/game/kr/events/${EVENT_ID}/chart.svg?ranks=1&ranks=100&from=${START}&until=${until}`
    const { lines, pixelMs } = readChart((await ask(target)).body.toString())
    const points = lines.get(1)?.flat() ?? []
    assert.ok(points.length * 2 <= 2_000 && points.length > 200)
    assert.ok(Math.abs((points.at(-1)?.atMs ?? 0) - (START + 1_620 * MINUTE)) <= pixelMs)
  })

  it('is drawn in a single process', () => {
    assert.equal(started, 1)
  })
})

describe('the chart process', () => {
  it(
    'knows no variable of this one, and is gone when it is ended',
    { skip: process.platform !== 'linux' },
    async () => {
      const others = children()
      const renderer = createChartRenderer(startChartProcess, systemClock, () => {})
      const client = { network: '192.0.2.1', isPreferred: false }
      assert.ok((await renderer.draw(chartSpec({ snapshots: 3 }), client)).byteLength > 1_000)
      const pid = children().find((one) => !others.includes(one))
      const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
        .split('\0')
        .map((one) => one.split('=')[0])
      assert.deepEqual(
        names.filter((name) => name !== '' && !name?.startsWith('NODE_')),
        ['MALLOC_ARENA_MAX'],
      )
      const drawing = renderer.draw(chartSpec(), client)
      renderer.close()
      await assert.rejects(drawing, { code: 'unavailable' })
      while (children().includes(pid ?? '')) await turn()
    },
  )
})

/** Returns the ids of the child processes. */
function children(): readonly string[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
}

describe('oEmbed', () => {
  it('answers only for links to the tracker', async () => {
    const embed = (query: Record<string, string>) =>
      ask(`/oembed?${new URLSearchParams(query).toString()}`)
    const { status, json, headers } = await embed({
      url: `${ORIGIN}/?event=${EVENT_ID}`,
      format: 'json',
    })
    assert.deepEqual(
      [status, headers['content-type'], headers['access-control-allow-origin']],
      [200, 'application/json', '*'],
    )
    const { type, url } = json as { type: string; url: string }
    assert.equal(type, 'photo')
    const { pathname, search, origin } = new URL(url)
    assert.equal(origin, ORIGIN)
    assert.equal((await ask(pathname + search)).headers['content-type'], 'image/png')
    assert.equal((await embed({ url: 'https://evil.example/' })).status, 404)
    assert.equal((await embed({ url: `${ORIGIN}/`, format: 'xml' })).status, 501)
    assert.equal((await embed({})).status, 400)
    assert.equal((await embed({ url: `${ORIGIN}/`, maxwidth: 'x' })).status, 400)
    assert.equal((await send(scene.test.origin, '/oembed', { method: 'POST' })).status, 405)
  })
})

describe('the tracker page of a link', () => {
  it('names an existing chart, even if no run starts at the given time', async () => {
    for (const [startsAt, run] of [
      [START, `?startsAt=${START}`],
      [START + 1, ''],
    ]) {
      const link = `/?event=${EVENT_ID}&startsAt=${startsAt}`
      const page = (await ask(link)).body.toString()
      const picture = /property="og:image" content="([^"]+)"/.exec(page)?.[1] ?? ''
      assert.equal(picture, `${ORIGIN}${PATH}/chart.png${run}`)
      assert.equal((await ask(picture.slice(ORIGIN.length))).status, 200)
      const embed = await ask(`/oembed?url=${encodeURIComponent(ORIGIN + link)}`)
      assert.equal((embed.json as { url?: string }).url, picture)
    }
  })

  it('names the chart of the linked view, and repeats no text of an attacker', async () => {
    const page = (await ask(`/?event=${EVENT_ID}&lang=ja&ranks=1,100`)).body.toString()
    const picture = /property="og:image" content="([^"]+)"/
      .exec(page)?.[1]
      ?.replaceAll('&amp;', '&')
    assert.equal(picture, `${ORIGIN}${PATH}/chart.png?ranks=1&ranks=100&language=ja`)
    assert.equal((await ask(picture.slice(ORIGIN.length))).status, 200)
    const embed = /type="application\/json\+oembed"\s+href="([^"]+)"/.exec(page)?.[1] ?? ''
    const embedded = await ask(embed.replaceAll('&amp;', '&').slice(ORIGIN.length))
    assert.equal((embedded.json as { url?: string }).url, picture)
    const hostile = encodeURIComponent('"><script>alert(1)</script>')
    for (const name of ['event', 'region', 'lang', 'ranks', 'theme', 'from', 'startsAt', 'tab']) {
      const { status, body } = await ask(`/?${name}=${hostile}`)
      assert.equal(status, 200)
      assert.ok(!body.toString().includes('alert(1)'), name)
    }
  })
})
