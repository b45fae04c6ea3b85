import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Fact } from '../../src/history/calendar/fact.ts'
import type { PublicEnvelope, PublicEnvelopeName } from '../../src/history/api/public-messages.ts'
import { checkPublicAnswer } from '../harness/check-public-answer.ts'
import { readChart } from '../harness/read-chart.ts'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { EVENT_ID, MINUTE, START, startPublicScene, type PublicScene } from './scene.ts'

// What runs, and what it is called, from the facts of every source.
const HOUR = 60 * MINUTE
const LENGTH = 72 * HOUR
let scene: PublicScene

before(async () => {
  scene = await startPublicScene(temporaryFolder())
  await scene.history.patchFacts([
    dataFact('event', EVENT_ID, {
      name: { en: 'Relay', ja: 'リレー' },
      challenges: [
        { challengeMusicId: '8', musicId: '7' },
        { challengeMusicId: '18', startsAtMs: START + HOUR, endsAtMs: START + 2 * HOUR },
      ],
    }),
    dataFact('card', '2000001', { name: { ja: '灯台' }, pictureUrl: 'https://x.test/1.png' }),
    dataFact('arena', '51', { startsAtMs: START - LENGTH }),
    dataFact('arena', '50', { startsAtMs: 1, endsAtMs: START - 2 * LENGTH }),
    dataFact('gacha', '41', { startsAtMs: START, endsAtMs: START + LENGTH }),
    dataFact('gacha', '42', { name: { ja: '昔' }, startsAtMs: 1, endsAtMs: 2 }),
    announced('501', START, START + LENGTH, 'ピックアップ'),
    announced('502', START + 2 * LENGTH, START + 3 * LENGTH, '次回'),
  ])
})
after(() => scene.test.stop())

function dataFact(kind: Fact['kind'], id: string, content: Fact['content']): Fact {
  return { region: 'jp', kind, id, startsAtMs: 0, source: 'data', content }
}

function announced(id: string, startsAtMs: number, endsAtMs: number, title: string): Fact {
  const content = { title, startsAtMs, endsAtMs }
  return { region: 'jp', kind: 'gacha', id, startsAtMs, source: 'announcement', content }
}

const ask = (path: string) => send(scene.test.origin, `/api/public/v1/game/jp${path}`, {})

async function read<Name extends PublicEnvelopeName>(_shape: Name, path: string) {
  const answer = checkPublicAnswer(await ask(path))
  assert.equal(answer.status, 200, answer.body.toString())
  return answer.json as PublicEnvelope<Name>
}

/** Hours from the start of the run. */
const hours = (ms: string | undefined) =>
  ms === undefined ? undefined : (Number(ms) - START) / HOUR

describe('the calendar', () => {
  it('lists what runs and what comes, each with its source', async () => {
    const { events, challenges, arenaSeasons, gachas } = await read('Calendar', '/calendar')
    assert.deepEqual(
      events?.map(({ id, run, state, name }) => [id, run, state, name]),
      [[EVENT_ID, 2, 'running', { en: 'Relay', ja: 'リレー' }]],
    )
    assert.deepEqual(
      challenges?.map((one) => [
        one.challengeMusicId,
        one.musicId,
        one.eventId,
        one.name,
        hours(one.startsAt),
        hours(one.endsAt),
        one.source,
      ]),
      [
        ['8', '7', EVENT_ID, { en: 'Name 7' }, 0, 72, 'data'],
        ['18', undefined, EVENT_ID, undefined, 1, 2, 'data'],
      ],
    )
    assert.deepEqual(
      arenaSeasons?.map(({ id, name }) => [id, name]),
      [
        ['51', undefined],
        ['104', { en: 'Name 104' }],
      ],
    )
    assert.deepEqual(
      gachas?.map(({ id, announcementId, name, sources }) => [id, announcementId, name, sources]),
      [
        [undefined, '502', { ja: '次回' }, { name: 'announcement', period: 'announcement' }],
        ['41', '501', { ja: 'ピックアップ' }, { name: 'announcement', period: 'data' }],
        ['103', undefined, { en: 'Name 103' }, { name: 'data' }],
      ],
    )
  })

  it('covers the requested range', async () => {
    const range = `from=${START - 31 * 24 * HOUR}&until=${START}`
    const { from, until, events, gachas } = await read('Calendar', `/calendar?${range}`)
    assert.deepEqual([Number(from), Number(until)], [START - 31 * 24 * HOUR, START])
    assert.deepEqual(
      events?.map(({ run, state }) => [run, state]),
      [[1, 'ended']],
    )
    assert.deepEqual(
      gachas?.map(({ id }) => id),
      ['103'],
    )
  })

  it('lists watched challenge boards that no event has, as observed', async () => {
    const board = { region: 'jp', kind: 'challenge', id: '28' } as const
    const watch = { board, ranks: undefined, cadenceMs: MINUTE, paused: false } as const
    const bounds = { fromMs: START, untilMs: undefined, origin: 'operator' } as const
    await scene.history.putWatch({ ...watch, ...bounds })
    const { challenges } = await read('Calendar', '/calendar')
    assert.deepEqual(challenges?.at(-1), {
      challengeMusicId: '28',
      startsAt: String(START),
      source: 'observed',
    })
    await scene.history.removeWatch(board)
  })
})

describe('names', () => {
  it('are looked up by kind and id, comma-separated or repeated', async () => {
    const query = 'music=7,9&card=2000001&card=101&challenge=8,18&gacha=41'
    const { names = [] } = await read('NameList', `/names?${query}`)
    assert.deepEqual(
      names.map(({ kind, id, name, pictureUrl }) => [kind, id, name, pictureUrl]),
      [
        ['music', '7', { en: 'Name 7' }, undefined],
        ['challenge', '8', { en: 'Name 7' }, undefined],
        ['card', '101', { en: 'Name 101' }, undefined],
        ['card', '2000001', { ja: '灯台' }, 'https://x.test/1.png'],
      ],
    )
    assert.deepEqual(await read('NameList', '/names'), {})
  })

  it('are those of the announcement for an event that the operator does not name', async () => {
    const content = { announcementId: '9', title: '新イベント', shownFromMs: START }
    const key = { region: 'jp', kind: 'event', id: '77', startsAtMs: START } as const
    await scene.history.patchFacts([{ ...key, source: 'announcement', content }])
    const { names } = await read('NameList', `/names?event=77,${EVENT_ID}`)
    assert.deepEqual(
      names?.map(({ id, name, source }) => [id, name, source]),
      [
        [EVENT_ID, { en: 'Relay', ja: 'リレー' }, 'data'],
        ['77', { ja: '新イベント' }, 'announcement'],
      ],
    )
  })
})

describe('the board of a challenge song', () => {
  const rows = [
    {
      rank: 1,
      points: 900,
      holders: [{ id: '11', name: 'First', cardId: '2000001', deckPower: 12_345 }],
    },
    { rank: 2, points: 800, holders: [{ id: '12', name: 'Second', cardId: '5' }] },
  ]
  before(async () => {
    const board = { region: 'jp', kind: 'challenge', id: '8' } as const
    for (const minutes of [0, 60]) {
      const fetchedAtMs = START + minutes * MINUTE
      await scene.record({ snapshot: { board, fetchedAtMs, ranks: undefined, rows } })
    }
  })

  it('has its event, its song, and the card and deck power of the holders', async () => {
    const { event, song, challenge, snapshot } = await read('Board', '/challenges/8/board')
    assert.deepEqual([event?.id, event?.run, event?.state], [EVENT_ID, 2, 'running'])
    assert.deepEqual(song, { id: '7', name: { en: 'Name 7' } })
    assert.deepEqual([challenge?.eventId, hours(challenge?.endsAt)], [EVENT_ID, 72])
    assert.deepEqual(
      snapshot?.rows?.map(({ holders }) => holders),
      [
        [
          {
            id: '11',
            name: 'First',
            card: { id: '2000001', name: { ja: '灯台' }, pictureUrl: 'https://x.test/1.png' },
            deckPower: 12_345,
          },
        ],
        [{ id: '12', name: 'Second', card: { id: '5' } }],
      ],
    )
  })

  it('has the history of the run of its event by default, and a picture', async () => {
    const { entries, event } = await read('History', '/challenges/8/history?ranks=1')
    assert.equal(event?.id, EVENT_ID)
    assert.deepEqual(
      entries?.map(({ fetchedAt }) => hours(fetchedAt)),
      [0, 1],
    )
    const answer = await ask('/challenges/8/chart.svg?ranks=1')
    assert.equal(answer.status, 200)
    assert.deepEqual([...readChart(answer.body.toString()).lines.keys()], [1])
  })

  it('of a song has the name of the song', async () => {
    const { song, event, challenge } = await read('Board', '/music/7/board')
    assert.deepEqual(
      [song, event, challenge],
      [{ id: '7', name: { en: 'Name 7' } }, undefined, undefined],
    )
  })
})
