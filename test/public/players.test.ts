import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PublicEnvelope } from '../../src/history/api/public-messages.ts'
import { checkPublicAnswer, checkPublicRefusal } from '../harness/check-public-answer.ts'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { EVENT_ID, MINUTE, START, startPublicScene, type PublicScene } from './scene.ts'

const PLAYERS = `/api/public/v1/game/jp/events/${EVENT_ID}/players`

describe('the history of a player', () => {
  let scene: PublicScene
  before(async () => {
    scene = await startPublicScene(temporaryFolder())
  })
  after(() => scene.test.stop())

  const read = async (path: string): Promise<PublicEnvelope<'PlayerHistory'>> => {
    const answer = checkPublicAnswer(await send(scene.test.origin, PLAYERS + path))
    assert.equal(answer.status, 200, answer.body.toString())
    return answer.json as PublicEnvelope<'PlayerHistory'>
  }

  it('has the rank and the points of each snapshot, and the gaps', async () => {
    const { event, player, entries = [], gaps = [], nextFrom } = await read('/12')
    assert.equal(event?.startsAt, String(START))
    assert.deepEqual(player, { id: '12', name: 'Hundredth' })
    // A snapshot a minute for two hours, without the ten minutes of maintenance.
    assert.equal(entries.length, 111)
    assert.deepEqual(entries[0], { fetchedAt: String(START), rank: 100 })
    assert.deepEqual(entries.at(-1), {
      fetchedAt: String(START + 120 * MINUTE),
      rank: 100,
      points: 120,
    })
    assert.deepEqual(
      gaps.map(({ from, until, reason }) => [from, until, reason]),
      [[String(START + 30 * MINUTE), String(START + 41 * MINUTE), 'maintenance']],
    )
    assert.equal(nextFrom, undefined)
  })

  it('is of the named run, of a range, and by steps', async () => {
    const earlier = START - 30 * 24 * 60 * MINUTE
    const past = await read(`/11?startsAt=${earlier}`)
    assert.equal(past.entries?.length, 31)
    assert.equal(past.event?.startsAt, String(earlier))
    const hourly = await read(`/11?step=1h&from=${START}&until=${START + 60 * MINUTE}`)
    assert.deepEqual(hourly.entries, [
      { fetchedAt: String(START + 59 * MINUTE), rank: 1, points: 590 },
    ])
  })

  it('shows where the player left and came back, with the name only while on the board', async () => {
    const { clock } = scene
    const board = { region: 'kr', kind: 'event', id: EVENT_ID } as const
    const baseMs = clock.nowMs()
    const at = (minutes: number) => baseMs + minutes * MINUTE
    clock.advance(10 * MINUTE)
    const snapshot = (minutes: number, id: string) => ({
      snapshot: {
        board,
        fetchedAtMs: at(minutes),
        ranks: [1],
        rows: [{ rank: 1, points: 5_000 + minutes, holders: [{ id, name: `Name ${id}` }] }],
      },
      keepsPlayers: true,
    })
    await scene.record(...['70', '71', '71', '70', '71'].map((id, n) => snapshot(n + 1, id)))
    const target = `/api/public/v1/game/kr/events/${EVENT_ID}/players/70`
    const answer = checkPublicAnswer(await send(scene.test.origin, target))
    const { player, entries } = answer.json as PublicEnvelope<'PlayerHistory'>
    assert.deepEqual(player, { id: '70' })
    assert.deepEqual(entries, [
      { fetchedAt: String(at(1)), rank: 1, points: 5_001 },
      { fetchedAt: String(at(2)) },
      { fetchedAt: String(at(4)), rank: 1, points: 5_004 },
      { fetchedAt: String(at(5)) },
    ])
  })

  it('is unknown of who was at no watched rank, and of another event or run', async () => {
    for (const path of ['/99', '/11?startsAt=1']) {
      checkPublicRefusal(await send(scene.test.origin, PLAYERS + path), 'not_found')
    }
    const elsewhere = '/api/public/v1/game/jp/events/77/players/11'
    checkPublicRefusal(await send(scene.test.origin, elsewhere), 'not_found')
  })
})

describe('player pages that are turned off', () => {
  it('are unknown with the reason, are recorded no more, and are linked from no page', async () => {
    const scene = await startPublicScene(temporaryFolder(), { BACKLINE_PLAYER_DAYS: '0' })
    const answer = await send(scene.test.origin, `${PLAYERS}/12`)
    checkPublicRefusal(answer, 'not_found')
    assert.match(answer.body.toString(), /Player pages are turned off on this server\./)
    const page = (await send(scene.test.origin, '/')).body.toString()
    assert.match(page, /data-players="off"/)
    await scene.test.stop()
  })
})
