import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { GameEvent } from '../../src/game/game-event.ts'
import type { Prediction, RegionAccuracy } from '../../src/history/prediction.ts'
import type { Predictor } from '../../src/history/predictions/predictor.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { BOARD, createCollectorScene, NOON, secondOf } from './collector-scene.ts'

const MINUTE = 60_000
const folder = temporaryFolder()
const EVENT: GameEvent = {
  region: 'jp',
  id: '2001',
  name: 'Summer',
  startsAtMs: NOON,
  endsAtMs: NOON + 60 * MINUTE,
}
const ACCURACY: RegionAccuracy = {
  region: 'jp',
  measuredAtMs: NOON,
  version: 1,
  latestStartMs: 1,
  runs: 2,
  cells: [],
}

/** A predictor that counts its calls; it has nothing to say before `fromMs`. */
function createStub(fromMs = 0) {
  const measured: (RegionAccuracy | undefined)[] = []
  const predictor: Predictor = {
    predict: async ({ startsAtMs, endsAtMs }, nowMs) => {
      if (nowMs < fromMs) return undefined
      const made = { madeAtMs: nowMs, snapshotMs: nowMs, model: 'rate', version: 1, pastRuns: 0 }
      return { board: BOARD, startsAtMs, endsAtMs, ...made, ranks: [] } as Prediction
    },
    measure: async (_, __, last) => {
      measured.push(last)
      return last === undefined ? ACCURACY : undefined
    },
  }
  return { predictor, measured }
}

function createScene() {
  const scene = createCollectorScene(folder)
  scene.events = [EVENT]
  const minutes = async () => {
    const range = { fromMs: 0, untilMs: 4e12, max: 1_000 }
    const made = await scene.store.predictions({ board: BOARD, ...range, order: 'oldest first' })
    return made.map(({ madeAtMs }) => Math.floor(secondOf(madeAtMs) / 60))
  }
  return { scene, minutes }
}

describe('a collector that predicts', () => {
  it('predicts a running event every 15 minutes, and publishes each prediction', async () => {
    const { scene, minutes } = createScene()
    const { predictor, measured } = createStub()
    const collector = scene.start({ predictor })
    await scene.pass(70 * MINUTE)
    await collector.close()
    const made = await minutes()
    assert.ok(made.length === 4 && made.every((minute) => minute < 60), made.join())
    for (const [at, minute] of made.slice(1).entries()) {
      assert.ok(minute - (made[at] ?? 0) >= 15, made.join())
    }
    const published = (await scene.live()).filter(
      ({ liveEvent }) => liveEvent.type === 'prediction',
    )
    assert.equal(published.length, 4)
    assert.deepEqual(measured, [undefined, ACCURACY, ACCURACY, ACCURACY])
  })

  it('continues after another process, without an additional prediction', async () => {
    const { scene, minutes } = createScene()
    const first = scene.start({ predictor: createStub().predictor })
    await scene.pass(5 * MINUTE)
    await first.close()
    const second = createStub()
    const collector = scene.start({ predictor: second.predictor })
    await scene.pass(5 * MINUTE)
    assert.equal((await minutes()).length, 1)
    await scene.pass(10 * MINUTE)
    await collector.close()
    assert.equal((await minutes()).length, 2)
    assert.deepEqual(second.measured, [ACCURACY])
    assert.deepEqual(await scene.store.accuracy('jp'), ACCURACY)
  })

  it('predicts nothing without a new snapshot', async () => {
    const { scene, minutes } = createScene()
    const collector = scene.start({ predictor: createStub().predictor })
    await scene.pass(5 * MINUTE)
    scene.outcome = new Error('It is away.') as never
    await scene.pass(40 * MINUTE)
    assert.equal((await minutes()).length, 2, 'one more, from the snapshots after the first')
    scene.outcome = 'answers'
    await scene.pass(3 * MINUTE)
    await collector.close()
    assert.equal((await minutes()).length, 3)
  })

  it('tries again a quarter of an hour after there was nothing to predict', async () => {
    const { scene, minutes } = createScene()
    const { predictor } = createStub(NOON + 20 * MINUTE)
    const collector = scene.start({ predictor })
    await scene.pass(45 * MINUTE)
    await collector.close()
    const [first = 0] = await minutes()
    assert.ok(first >= 30 && first <= 35, `${first}`)
  })

  it('collects on while predictions fail, and reports it', async () => {
    const { scene, minutes } = createScene()
    const predict = async () => {
      throw new Error('The prediction was busy.')
    }
    const collector = scene.start({ predictor: { predict, measure: async () => undefined } })
    await scene.pass(20 * MINUTE)
    await collector.close()
    assert.deepEqual(await minutes(), [])
    assert.ok(scene.served.length >= 18)
    assert.ok(scene.observed.some(({ type }) => type === 'fault'))
  })
})
