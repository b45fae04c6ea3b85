import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PublicClient } from '../../public-content.ts'
import type { PublicPart } from '../../public-messages.ts'
import { readCurrentRun } from './current-run.ts'

const CLIENT = {} as PublicClient

/** Reads the current run of a region with these events, latest start first. */
function read(...events: readonly PublicPart['Event'][]) {
  const answer = (list: readonly PublicPart['Event'][], freshForMs: number) =>
    Promise.resolve({ type: 'message' as const, message: { events: [...list] }, freshForMs })
  const handlers = {
    'public.events.current': () =>
      answer(
        events.filter(({ state }) => state === 'running'),
        7_000,
      ),
    'public.events.list': () => answer(events, 60_000),
  }
  return readCurrentRun(handlers, 'jp', CLIENT)
}

const coming = { id: '3', startsAt: '3000', state: 'coming' } as const
const running = { id: '2', startsAt: '2000', state: 'running' } as const
const ended = { id: '1', startsAt: '1000', state: 'ended' } as const

describe('the current run', () => {
  it('is the running one', async () => {
    const run = await read(coming, running, ended)
    assert.deepEqual(run, { eventId: '2', startsAt: 2_000, freshForMs: 7_000 })
  })

  it('is the latest that has started when none runs', async () => {
    assert.equal((await read(coming, ended)).eventId, '1')
  })

  it('is the next one before the first', async () => {
    assert.equal((await read({ ...coming, id: '4' }, coming)).eventId, '3')
  })

  it('is a 404 in a region without events', async () => {
    await assert.rejects(read(), { code: 'not_found' })
  })
})
