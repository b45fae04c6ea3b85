import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readChart } from '../harness/read-chart.ts'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { announcePrediction, PREDICTION } from './prediction.ts'
import { EVENT_ID, MINUTE, START, startPublicScene, type PublicScene } from './scene.ts'

const HOUR = 60 * MINUTE
const PATH = `/api/public/v1/game/jp/events/${EVENT_ID}/chart.svg`

let scene: PublicScene

before(async () => {
  scene = await startPublicScene(temporaryFolder())
})
after(() => scene.test.stop())

async function draw(query: string): Promise<string> {
  const { status, body } = await send(scene.test.origin, `${PATH}?${query}`)
  assert.equal(status, 200, body.toString().slice(0, 300))
  return body.toString()
}

/** Returns the corners of the band of a rank: its start, and its high and low at the end. */
function cornersOf(svg: string, kind: string, rank: number) {
  const path = new RegExp(`class="${kind}" data-band="${rank}" d="M([^"]+)Z"`).exec(svg)?.[1] ?? ''
  return path.split('L').map((corner) => corner.split(' ').map(Number) as [number, number])
}

describe('a chart with a prediction', () => {
  it('has no band while nothing is predicted, and says so', async () => {
    const plain = await draw('ranks=1&ranks=100')
    const svg = await draw('ranks=1&ranks=100&prediction=1')
    assert.doesNotMatch(svg, /data-band/)
    assert.ok(svg.length > plain.length + 1_000, 'a text more, as outlines')
    assert.deepEqual([...readChart(svg).lines.keys()], [1, 100])
  })

  it('reaches to the end, with both intervals of each predicted rank at their points', async () => {
    await announcePrediction(scene)
    const svg = await draw('ranks=1&ranks=100&prediction=1')
    const { pixelMs, pixelPoints } = readChart(svg)
    const [, right = 0] = /data-x="(\S+) (\S+)"/.exec(svg)?.slice(1).map(Number) ?? []
    const [bottom = 0] = /data-y="(\S+) (\S+)"/.exec(svg)?.slice(1).map(Number) ?? []
    const [fromMs = 0, untilMs] = /data-time="(\S+) (\S+)"/.exec(svg)?.slice(1).map(Number) ?? []
    assert.equal(untilMs, PREDICTION.endsAtMs)
    const pointsAt = (y: number) => (bottom - y) * pixelPoints
    for (const [kind, low, high] of [
      ['band50', 36_000, 44_000],
      ['band90', 30_000, 50_000],
    ] as const) {
      const [start, top, foot] = cornersOf(svg, kind, 1)
      assert.ok(start && top && foot)
      assert.ok(
        Math.abs(
          fromMs +
            (start[0] - (right - (untilMs - fromMs) / pixelMs)) * pixelMs -
            (START + 2 * HOUR),
        ) <= pixelMs,
      )
      assert.ok(Math.abs(top[0] - right) <= 1 && Math.abs(foot[0] - right) <= 1)
      assert.ok(Math.abs(pointsAt(top[1]) - high) <= pixelPoints)
      assert.ok(Math.abs(pointsAt(foot[1]) - low) <= pixelPoints)
    }
    assert.deepEqual(cornersOf(svg, 'band90', 100), [[0]], 'rank 100 is not predicted')
    // A part of the run shows the part of the band.
    const until = START + 37 * HOUR
    const part = await draw(`ranks=1&prediction=1&from=${START}&until=${until}`)
    const middle = cornersOf(part, 'band90', 1)[1]?.[1] ?? 0
    const scale = readChart(part)
    const [foot = 0] = /data-y="(\S+) (\S+)"/.exec(part)?.slice(1).map(Number) ?? []
    assert.ok(
      Math.abs((foot - middle) * scale.pixelPoints - (1_200 + 50_000) / 2) <= 2 * scale.pixelPoints,
    )
  })

  it('is another image than the one without, and is drawn again for a new prediction', async () => {
    const tagOf = async (query: string) =>
      (await send(scene.test.origin, `${PATH}?${query}`)).headers['etag']
    const [plain, predicted] = [await tagOf('ranks=1'), await tagOf('ranks=1&prediction=1')]
    assert.notEqual(plain, predicted)
    const madeAtMs = PREDICTION.madeAtMs + MINUTE
    const [first] = PREDICTION.ranks
    assert.ok(first !== undefined && 'value' in first)
    const newer = { ...PREDICTION, madeAtMs, ranks: [{ ...first, value: 41_000 }] }
    await scene.notice({
      region: 'jp',
      atMs: madeAtMs,
      liveEvent: { type: 'prediction', ...newer },
    })
    scene.clock.advance(2 * MINUTE)
    assert.notEqual(await tagOf('ranks=1&prediction=1'), predicted)
    assert.equal(await tagOf('ranks=1'), plain)
  })
})

describe('a chart that compares runs', () => {
  const others = `with=tw:${EVENT_ID}&with=jp:${EVENT_ID}@${START - 30 * 24 * HOUR}`

  it('has them on one axis of time since the start, each with its dash', async () => {
    const svg = await draw(`ranks=1&ranks=100&${others}`)
    assert.match(svg, /data-time="0 \d+"/)
    const lines = [...svg.matchAll(/<path [^>]*class="(line[^"]*)" data-rank="(\d+)"[^>]*>/g)]
    assert.deepEqual(
      lines.map(([, kind, rank]) => [kind, rank]),
      [
        ['line', '1'],
        ['line', '100'],
        ['line-1', '1'],
        ['line-1', '100'],
        ['line-2', '1'],
        ['line-2', '100'],
      ],
    )
    const dashes = lines.map(([path]) => /stroke-dasharray="([^"]+)"/.exec(path)?.[1])
    assert.equal(new Set(dashes).size, 3)
    const colors = lines.map(([path]) => /stroke="([^"]+)"/.exec(path)?.[1])
    assert.deepEqual([colors[0], colors[2], colors[4]], [colors[0], colors[0], colors[0]])
    assert.notEqual(colors[0], colors[1])
  })

  it('shows a range of its own run, and a prediction', async () => {
    const range = `from=${START + HOUR}&until=${START + 2 * HOUR}`
    const svg = await draw(`ranks=1&${others}&${range}`)
    assert.match(svg, new RegExp(`data-time="${HOUR} ${2 * HOUR}"`))
    const [, left = 0, right = 0] = /data-x="(\S+) (\S+)"/.exec(svg)?.map(Number) ?? []
    for (const [, path = ''] of svg.matchAll(/<path d="M([^"]+)"[^>]*class="line/g)) {
      for (const place of path.split(/[ML]/)) {
        const x = Number(place.split(' ')[0])
        assert.ok(x >= left - 1 && x <= right + 1, String(x))
      }
    }
    const predicted = await draw(`ranks=1&${others}&prediction=1`)
    assert.match(predicted, /data-band="1"/)
    assert.match(predicted, new RegExp(`data-time="0 ${72 * HOUR}"`))
  })

  it('is rejected with an unknown run and with more than three', async () => {
    const refused = async (query: string) =>
      (await send(scene.test.origin, `${PATH}?${query}`)).status
    assert.equal(await refused('with=tw:77'), 404)
    const four = ['tw', 'en', 'kr', 'jp'].map((region) => `with=${region}:${EVENT_ID}`).join('&')
    assert.equal(await refused(four), 400)
    assert.equal(await refused('prediction=yes'), 400)
  })
})
