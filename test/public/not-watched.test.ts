import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PublicEnvelope } from '../../src/history/api/public-messages.ts'
import { checkPublicAnswer, checkPublicRefusal } from '../harness/check-public-answer.ts'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { EVENT_ID, MINUTE, START, startPublicScene, type PublicScene } from './scene.ts'

const HOUR = 60 * MINUTE
const MONTH = 30 * 24 * HOUR
const EVENT = `/events/${EVENT_ID}`
/** A known event whose board is not polled. */
const UNWATCHED = '3002'
const WATCHED_RANKS = [{ kind: 'event', id: EVENT_ID, ranks: [1, 100, 1_000] }]
let scene: PublicScene

before(async () => {
  scene = await startPublicScene(temporaryFolder())
  const run = { region: 'jp', id: UNWATCHED, name: 'Unread' } as const
  await scene.putEvents({ ...run, startsAtMs: START - HOUR, endsAtMs: START + 72 * HOUR })
})
after(() => scene.test.stop())

const ask = (path: string) => send(scene.test.origin, `/api/public/v1/game/jp${path}`, {})

/** Checks that a path is rejected as not watched, and returns the body. */
async function refusalOf(path: string) {
  const answer = await ask(path)
  checkPublicRefusal(answer, 'not_watched')
  return answer.json as {
    readonly detail: string
    readonly watched: readonly { kind: string; id: string; ranks?: readonly number[] }[]
  }
}

async function read<Shape>(path: string): Promise<Shape> {
  const answer = checkPublicAnswer(await ask(path))
  assert.equal(answer.status, 200, answer.body.toString())
  return answer.json as Shape
}

describe('a board that is not watched', () => {
  it('is rejected by every operation, with the boards that are watched', async () => {
    for (const path of [
      'cutoffs',
      `cutoffs?startsAt=${START - HOUR}`,
      `cutoffs/at/${START}`,
      'history?ranks=1',
      'speed?ranks=1',
      'comparison?ranks=1',
      'chart.png',
      'chart.svg?ranks=1',
    ]) {
      const { detail, watched } = await refusalOf(`/events/${UNWATCHED}/${path}`)
      assert.deepEqual(watched, [
        { kind: 'event', id: EVENT_ID },
        { kind: 'challenge', id: '8' },
      ])
      assert.equal(
        detail,
        'The board of event 3002 is not watched here. Watched in this region: event 2004, challenge song 8.',
      )
    }
  })

  it('is rejected for songs too, with the boards of the same kind first', async () => {
    for (const path of ['board', `board/at/${START}`, 'history?ranks=1']) {
      const { watched } = await refusalOf(`/challenges/99/${path}`)
      assert.deepEqual(watched[0], { kind: 'challenge', id: '8' })
      await refusalOf(`/music/99/${path}`)
    }
  })

  it('is still shown where it has history', async () => {
    const { watch } = await read<PublicEnvelope<'Board'>>('/music/7/board')
    assert.equal(watch?.freshness, 'unwatched')
  })

  it('differs from an unknown event', async () => {
    checkPublicRefusal(await ask('/events/77/cutoffs'), 'not_found')
  })
})

describe('a run that was not watched', () => {
  it('is rejected once it has ended, unless its polls only failed', async () => {
    const run = { region: 'jp', id: EVENT_ID, name: undefined } as const
    const startsAtMs = START - 2 * MONTH
    await scene.putEvents({ ...run, startsAtMs, endsAtMs: startsAtMs + 72 * HOUR })
    for (const path of ['cutoffs?', 'history?ranks=1&', 'chart.png?']) {
      const { detail } = await refusalOf(`${EVENT}/${path}startsAt=${startsAtMs}`)
      assert.match(detail, /^No snapshot of this run of event 2004 is stored\./)
    }
    const failed = { region: 'jp', kind: 'event', id: '3003' } as const
    await scene.putEvents({ ...run, id: failed.id, startsAtMs, endsAtMs: startsAtMs + HOUR })
    await scene.record({ board: failed, atMs: startsAtMs, reason: 'maintenance' })
    await scene.history.putWatch({
      board: failed,
      ranks: [1],
      cadenceMs: MINUTE,
      fromMs: startsAtMs,
      untilMs: startsAtMs + HOUR,
      paused: false,
      origin: 'announced',
    })
    const { entries } = await read<PublicEnvelope<'History'>>(
      `/events/${failed.id}/history?ranks=1`,
    )
    assert.equal(entries?.[0]?.gap?.reason, 'maintenance')
    await scene.history.removeWatch(failed)
  })
})

describe('a rank that is not watched', () => {
  it('is rejected if it is the only requested rank, with the ranks that are watched', async () => {
    for (const path of [
      'history?ranks=5',
      'speed?ranks=5',
      'comparison?ranks=5',
      'chart.svg?ranks=5',
    ]) {
      const { detail, watched } = await refusalOf(`${EVENT}/${path}`)
      assert.deepEqual(watched, WATCHED_RANKS)
      assert.equal(
        detail,
        'Rank 5 is not watched on the board of event 2004. Watched ranks: 1, 100, 1000.',
      )
    }
    const { detail } = await refusalOf(`${EVENT}/history?ranks=5&ranks=6`)
    assert.match(detail, /^Ranks 5, 6 are not watched/)
  })

  it('is named beside the watched ones', async () => {
    const history = await read<PublicEnvelope<'History'>>(`${EVENT}/history?ranks=1&ranks=5`)
    assert.deepEqual(history.notWatched, [5])
    const { ranks } = await read<PublicEnvelope<'Speed'>>(`${EVENT}/speed?ranks=1&ranks=5`)
    assert.deepEqual(
      ranks?.map(({ unknown }) => unknown),
      [undefined, 'not_watched'],
    )
    const { runs } = await read<PublicEnvelope<'Comparison'>>(
      `${EVENT}/comparison?ranks=1&ranks=5&with=jp:${UNWATCHED}`,
    )
    assert.deepEqual(
      runs?.map(({ notWatched }) => notWatched),
      [[5], [1, 5]],
    )
  })

  it('is neither a rank without a player nor a rank of a completely polled board', async () => {
    const history = await read<PublicEnvelope<'History'>>(`${EVENT}/history?ranks=1000`)
    assert.equal(history.notWatched, undefined)
    await read(`/music/7/history?ranks=50&from=${START}`)
  })
})
