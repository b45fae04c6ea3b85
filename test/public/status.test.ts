import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import type { PublicEnvelope } from '../../src/history/api/public-messages.ts'
import { STATUS_MESSAGES } from '../../src/site/status/status-messages.ts'
import { LANGUAGES } from '../../src/platform/language.ts'
import { ServiceError } from '../../src/platform/http/errors/service-error.ts'
import { createStatusHandler } from '../../src/history/api/handlers/status-handler.ts'
import { withWallTimeCadence } from '../../src/history/api/handlers/public-handlers.ts'
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

describe('the status summary', () => {
  it('counts the polls of seven days, and lists their gaps, the newest first', async () => {
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

  it('reads the store once in ten seconds per region, regardless of the number of requests', async () => {
    scene.clock.advance(10_000)
    let looks = 0
    const { counts: tallies } = scene.history
    scene.history.counts = (query) => {
      looks += 1
      return tallies(query)
    }
    for (let nth = 0; nth < 5; nth += 1) await read()
    await readPage()
    assert.equal(looks, 4, 'one for each region')
    scene.clock.advance(10_000)
    await read()
    assert.equal(looks, 5)
    scene.history.counts = tallies
  })

  it('calls a board late by game time, like the rest of the public API', async () => {
    const gatewayCalls = () => ({ sinceMs: START, outcomes: [] })
    const freshnessAt = async (speed: number) => {
      const store = withWallTimeCadence(scene.history, speed)
      const readStatus = createStatusHandler({ store, clock: scene.clock, gatewayCalls })
      const { message } = await readStatus({ region: 'tw' })
      return message.watches?.find(({ kind }) => kind === 'event')?.freshness
    }
    assert.equal(await freshnessAt(1), 'fresh')
    assert.equal(await freshnessAt(60), 'late')
  })

  it('shows a new gap with the next read', async () => {
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
  it('speaks the language of the browser, unless the address names one', async () => {
    const ask = async (target: string) => {
      const headers = { 'accept-language': 'fr, ko;q=0.9, en;q=0.5' }
      const { body, headers: sent } = await send(scene.test.origin, target, { headers })
      assert.match(sent['vary'] ?? '', /Accept-Language/)
      return /<html lang="([\w-]+)"/.exec(body.toString())?.[1]
    }
    assert.deepEqual([await ask('/status'), await ask('/status?lang=ja')], ['ko', 'ja'])
  })

  for (const language of LANGUAGES) {
    it(`shows in ${language} what is fresh, and the reasons of gaps, without a script`, async () => {
      const page = await readPage(language)
      const words = STATUS_MESSAGES[language]
      assert.match(page, new RegExp(`<html lang="${language}">`))
      for (const text of [words.title, words.reasons.maintenance, words.freshness.waiting])
        assert.ok(page.includes(text), text)
      assert.doesNotMatch(page, /style=|undefined|\{\w+\}/)
    })
  }

  it('is in English for an unsupported language', async () => {
    assert.match(await readPage('xx'), /<html lang="en">/)
    assert.match(await readPage(), /<html lang="en">/)
  })

  it('shows the other regions when one cannot be read, and retries with the next request', async () => {
    scene.clock.advance(10_000)
    const { counts: tallies } = scene.history
    scene.history.counts = (query) =>
      query.region === 'en'
        ? Promise.reject(new ServiceError('unavailable', 'away'))
        : tallies(query)
    const page = await readPage()
    assert.equal(page.split(STATUS_MESSAGES.en.away).length - 1, 1)
    scene.history.counts = tallies
    scene.clock.advance(1_000)
    assert.ok(!(await readPage()).includes(STATUS_MESSAGES.en.away))
  })

  it('rejects other methods and malformed targets like the public API', async () => {
    assert.equal((await send(scene.test.origin, '/status', { method: 'POST' })).status, 405)
    assert.equal((await send(scene.test.origin, '/status/')).status, 404)
  })

  it('is rendered and compressed once per language while it is fresh, and is a 304 for a client that has it', async () => {
    scene.clock.advance(10_000)
    const first = await send(scene.test.origin, '/status')
    const tag = first.headers['etag'] ?? ''
    assert.match(tag, /^"[A-Za-z0-9_-]{22}"$/)
    scene.clock.advance(5_000)
    const [same, unknownLanguage] = [await readPage('en'), await readPage('xx')]
    assert.equal(same, first.body.toString(), 'the same bytes, with the time of the rendering')
    assert.equal(unknownLanguage, same, 'languages that do not exist are no pages of their own')
    const small = await send(scene.test.origin, '/status', { headers: { 'Accept-Encoding': 'br' } })
    assert.equal(small.headers['content-encoding'], 'br')
    assert.equal(brotliDecompressSync(small.body).toString(), same)
    const again = { headers: { 'If-None-Match': tag, 'Accept-Encoding': 'br' } }
    const known = await send(scene.test.origin, '/status', again)
    assert.deepEqual([known.status, known.body.length], [304, 0])
    scene.clock.advance(5_000)
    assert.notEqual((await send(scene.test.origin, '/status')).headers['etag'], tag)
  })

  it('counts against the limits of the public API', async () => {
    scene.clock.advance(MINUTE)
    const remaining = async (target: string) => {
      const { headers } = await send(scene.test.origin, target)
      return Number(/"minute";r=([0-9]+)/.exec(headers['ratelimit'] ?? '')?.[1])
    }
    const earlier = await remaining('/status')
    await read()
    assert.equal(await remaining('/status'), earlier - 2)
  })

  it('never calls a gateway', () => {
    assert.equal(scene.gatewayCalls(), 0)
  })
})
