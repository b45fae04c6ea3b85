import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PublicEnvelope } from '../../src/contract/public/messages.ts'
import { STATUS_TEXTS } from '../../src/docs/status/status-texts.ts'
import { STATUS_LANGUAGES } from '../../src/docs/status/status-words.ts'
import { ServiceError } from '../../src/domain/service-error.ts'
import { createReadStatus } from '../../src/snapshots/public/read-status.ts'
import { withPacedWatches } from '../../src/snapshots/public/with-paced-watches.ts'
import { checkPublicAnswer } from '../harness/check-public-answer.ts'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import {
  EVENT_ID,
  eventSnapshot,
  failedReading,
  MINUTE,
  START,
  startPublicScene,
  type PublicScene,
} from './scene.ts'

const folder = temporaryFolder()
let scene: PublicScene

before(async () => {
  scene = await startPublicScene(folder)
})
after(() => scene.test.stop())

async function read(): Promise<PublicEnvelope<'Status'>> {
  const answer = checkPublicAnswer(await send(scene.test.origin, '/api/public/v1/game/jp/status'))
  assert.equal(answer.status, 200, answer.body.toString())
  return answer.json as PublicEnvelope<'Status'>
}

async function readPage(language?: string): Promise<string> {
  const target = language === undefined ? '/status' : `/status?lang=${language}`
  const answer = await send(scene.test.origin, target)
  assert.equal(answer.status, 200)
  assert.match(answer.headers['content-type'] ?? '', /^text\/html/)
  return answer.body.toString()
}

describe('the status', () => {
  it('counts the readings of seven days, and shows the gaps of them, the newest first', async () => {
    const { since, watches } = await read()
    assert.equal(since, String(START + 120 * MINUTE - 7 * 24 * 60 * MINUTE))
    const closed = { until: String(START + 41 * MINUTE), reason: 'maintenance', failures: 10 }
    assert.deepEqual(
      watches?.find(({ kind }) => kind === 'event'),
      {
        kind: 'event',
        id: EVENT_ID,
        freshness: 'fresh',
        lastSnapshotAt: String(START + 120 * MINUTE),
        snapshots: 111,
        failures: 10,
        readings: 121,
        gaps: [
          { from: String(START + 30 * MINUTE), ...closed },
          {
            from: String(START - 30 * 24 * 60 * MINUTE + 30 * MINUTE),
            until: String(START),
            reason: 'not_collected',
          },
        ],
      },
    )
    assert.deepEqual(
      watches.find(({ kind }) => kind === 'challenge'),
      { kind: 'challenge', id: '8', freshness: 'waiting' },
    )
  })

  it('looks at the store once in ten seconds for each region, however many ask', async () => {
    scene.clock.advance(10_000)
    let looks = 0
    const { tallies } = scene.history
    scene.history.tallies = (query) => {
      looks += 1
      return tallies(query)
    }
    for (let nth = 0; nth < 5; nth += 1) await read()
    await readPage()
    assert.equal(looks, 4, 'one for each region')
    scene.clock.advance(10_000)
    await read()
    assert.equal(looks, 5)
    scene.history.tallies = tallies
  })

  it('calls a board late by the speed of the game, as the rest of the interface does', async () => {
    const gatewayCalls = () => ({ sinceMs: START, outcomes: [] })
    const freshnessAt = async (speed: number) => {
      const store = withPacedWatches(scene.history, speed)
      const readStatus = createReadStatus({ store, clock: scene.clock, gatewayCalls })
      const { message } = await readStatus({ region: 'tw' })
      return message.watches?.find(({ kind }) => kind === 'event')?.freshness
    }
    assert.equal(await freshnessAt(1), 'fresh')
    assert.equal(await freshnessAt(60), 'late')
  })

  it('says of a new gap as soon as it looks again', async () => {
    const atMs = START + 121 * MINUTE
    await scene.record(failedReading('jp', atMs, 'timeout'))
    scene.clock.advance(MINUTE)
    const { watches } = await read()
    const event = watches?.find(({ kind }) => kind === 'event')
    assert.equal(event?.freshness, 'gap')
    assert.equal(event.gaps?.[0]?.reason, 'timeout')
    assert.equal(event.gaps[0].until, undefined)
    await scene.record(eventSnapshot('jp', atMs + MINUTE, 122))
  })
})

describe('the status page', () => {
  for (const language of STATUS_LANGUAGES) {
    it(`says in ${language} what is fresh, and why there are gaps, without a script`, async () => {
      const page = await readPage(language)
      const words = STATUS_TEXTS[language]
      assert.match(page, new RegExp(`<html lang="${language}">`))
      for (const text of [words.title, words.reasons.maintenance, words.freshness.waiting])
        assert.ok(page.includes(text), text)
      assert.doesNotMatch(page, /<script|style=|undefined|\{\w+\}/)
    })
  }

  it('is English for whoever asks for a language that it has not', async () => {
    assert.match(await readPage('xx'), /<html lang="en">/)
    assert.match(await readPage(), /<html lang="en">/)
  })

  it('shows the other regions when one cannot be read, and asks again for the next reader', async () => {
    scene.clock.advance(10_000)
    const { tallies } = scene.history
    scene.history.tallies = (query) =>
      query.region === 'en'
        ? Promise.reject(new ServiceError('unavailable', 'away'))
        : tallies(query)
    const page = await readPage()
    assert.equal(page.split(STATUS_TEXTS.en.away).length - 1, 1)
    scene.history.tallies = tallies
    assert.ok(!(await readPage()).includes(STATUS_TEXTS.en.away))
  })

  it('refuses other methods and malformed targets as the rest does', async () => {
    assert.equal((await send(scene.test.origin, '/status', { method: 'POST' })).status, 405)
    assert.equal((await send(scene.test.origin, '/status/')).status, 404)
  })

  it('never asks a gateway', () => {
    assert.equal(scene.gatewayCalls(), 0)
  })
})
