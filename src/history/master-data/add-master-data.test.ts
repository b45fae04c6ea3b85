import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { GameEvent } from '../../game/game-event.ts'
import type { Fact, FactQuery } from '../calendar/fact.ts'
import type { MasterEvent } from '../calendar/event-facts.ts'
import { addMasterData } from './add-master-data.ts'

const run = (id: string, startsAtMs: number, about: Partial<GameEvent> = {}): GameEvent => ({
  region: 'jp',
  id,
  name: undefined,
  startsAtMs,
  endsAtMs: startsAtMs + 100,
  ...about,
})

/** Adds the data of events of jp, by id. */
function add(
  data: Readonly<Record<string, MasterEvent>>,
  before: readonly GameEvent[],
  after: readonly GameEvent[] = [],
) {
  const facts = async ({ region, kind }: FactQuery) =>
    region !== 'jp'
      ? []
      : Object.entries(data).map(([id, content]): Fact => {
          return { region, kind, id, startsAtMs: 0, source: 'data', content: { ...content } }
        })
  return addMasterData({ facts }, before, after)
}

it('the data of an operator announces runs, and names all runs of an event', async () => {
  const data = {
    '1': { name: { ja: '一', en: 'One' }, runs: [{ startsAtMs: 500, endsAtMs: 600 }] },
    '2': { name: { en: 'Two' } },
  }
  assert.deepEqual(await add(data, [run('1', 0), run('2', 0)], [run('3', 0, { name: 'Three' })]), [
    run('1', 0, { name: '一' }),
    run('2', 0),
    run('1', 500, { name: '一' }),
    run('3', 0, { name: 'Three' }),
  ])
})

it('of equal runs one is announced: that of the file, else that of the data', async () => {
  const data = { '1': { runs: [{ startsAtMs: 0, endsAtMs: 7 }] } }
  assert.deepEqual(await add(data, [run('1', 0)]), [run('1', 0, { endsAtMs: 7 })])
  const file = run('1', 0, { endsAtMs: 9, name: 'File' })
  assert.deepEqual(await add(data, [run('1', 0)], [file]), [file])
})

it('runs have the challenge songs that are open in them', async () => {
  const challenges = [
    { challengeMusicId: '5', musicId: '4' },
    { challengeMusicId: '6', startsAtMs: 10, endsAtMs: 20 },
    { challengeMusicId: '7', startsAtMs: 90 },
  ]
  const events = await add({ '1': { challenges } }, [run('1', 0), run('1', 1_000)])
  assert.deepEqual(
    events.map((event) =>
      (event.challenges ?? []).map(({ challengeMusicId, startsAtMs, endsAtMs }) => [
        challengeMusicId,
        startsAtMs,
        endsAtMs,
      ]),
    ),
    [
      [
        ['5', 0, 100],
        ['6', 10, 20],
        ['7', 90, 100],
      ],
      [
        ['5', 1_000, 1_100],
        ['7', 90, 1_100],
      ],
    ],
  )
})
