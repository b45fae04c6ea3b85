import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Board } from '../../src/game/board.ts'
import type { GatewayCall } from '../../src/game/gateway.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { BOARD, createCollectorScene, newest, RANKS } from './collector-scene.ts'

const folder = temporaryFolder()
const MINUTE = 60_000

it('the collector records rows of a wrong region as anomalies, and stores them as the gateway gave them', async () => {
  const scene = createCollectorScene(folder)
  const { clock, store } = scene
  const other: Board = { ...BOARD, region: 'tw' }
  let isMixedUp = false
  const read = async ({ region }: GatewayCall) => {
    const from = isMixedUp ? 'jp' : region
    const ranking = RANKS.map((rank) => ({
      rank,
      point: 1_000 - rank,
      profile: { id: `${from}-${rank}`, name: '' },
    }))
    return { reply: { message: { ranking }, fetchedAtMs: clock.nowMs() }, coalesced: false }
  }
  await scene.watch()
  await scene.watch({ board: other })
  const collector = scene.start({ gateway: { read } })
  await scene.pass(3 * MINUTE)
  const anomaliesOf = async (board: Board) =>
    (await store.anomalies({ board, ranks: RANKS, fromMs: 0, untilMs: 4e12, max: 100 })).anomalies
  assert.deepEqual(await anomaliesOf(other), [])
  isMixedUp = true
  await scene.pass(3 * MINUTE)
  await collector.close()
  assert.deepEqual(
    (await anomaliesOf(other)).map(({ kind, rank, after }) => [kind, rank, after]),
    RANKS.map((rank) => ['wrong_region', rank, 1_000 - rank]),
  )
  assert.deepEqual(await anomaliesOf(BOARD), [])
  const { rows } = await newest(store, other)
  assert.deepEqual(rows[0]?.holders, [{ id: 'jp-1', name: '' }])
  await store.close()
})
