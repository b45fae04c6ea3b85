import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createLiveEntries, type LiveEntries } from '../../../test/harness/live-entries.ts'
import { createManualClock, type ManualClock } from '../../../test/harness/manual-clock.ts'
import { readEventStream } from '../../../test/harness/read-event-stream.ts'
import type { Region } from '../../game/region.ts'
import { createLiveHub, POLL_INTERVAL_MS, RECENT_MAX, type LiveHub } from './live-hub.ts'
import { streamLive, SILENCE_MAX_MS } from './live-stream.ts'

const EVERYTHING = { types: new Set<never>(), boards: new Set<string>() }

/** Longer than the duration of any other test. */
const LIFE_MS = 300_000

/**
 * What happens in a test: an entry of board 0 or 1 or of another region, a look, or a cut some
 * characters before the end.
 */
type Action = 'step' | { add: number; skip: number } | { cut: number }

/** What a test stands on: nothing happens but by its clock. */
interface Stage {
  readonly entries: LiveEntries
  readonly clock: ManualClock
  readonly hub: LiveHub
  readonly faults: unknown[]
}

function createStage(): Stage {
  const entries = createLiveEntries()
  const clock = createManualClock(0)
  const faults: unknown[] = []
  const onFault = (error: unknown) => void faults.push(error)
  return { entries, clock, hub: createLiveHub({ store: entries, clock, onFault }), faults }
}

/** A client that has joined. */
interface Client {
  /** All that came to it. */
  readonly text: () => string
  readonly ended: Promise<void>
  leave(): void
}

async function join(
  { hub, clock, faults }: Stage,
  after?: number,
  boards: readonly string[] = [],
  region: Region = 'jp',
): Promise<Client> {
  const gone = new AbortController()
  const newest = await hub.newest()
  let text = ''
  const follow = async () => {
    const pieces = streamLive({
      hub,
      clock,
      region,
      filter: { types: new Set(), boards: new Set(boards) },
      after: after ?? newest,
      newest,
      signal: gone.signal,
      retryMs: 3_000,
      lifeMs: LIFE_MS,
      onFault: (error) => void faults.push(error),
    })
    for await (const piece of pieces) text += String(piece)
  }
  const ended = follow()
  await settle()
  return { text: () => text, ended, leave: () => gone.abort() }
}

/** Lets everything happen that needs no time. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await new Promise(setImmediate)
}

async function step({ clock }: Stage, ms = POLL_INTERVAL_MS): Promise<void> {
  clock.advance(ms)
  await settle()
}

const seqsOf = (text: string) =>
  readEventStream(text)
    .filter(({ event }) => event === 'snapshot')
    .map(({ id }) => Number(id))

describe('a live stream', () => {
  it('sends the reconnection delay, its position, and new entries of its region', async () => {
    const stage = createStage()
    stage.entries.add('jp', '1')
    const client = await join(stage)
    stage.entries.add('jp', '2')
    stage.entries.add('tw', '3')
    await step(stage)
    assert.equal(
      client.text(),
      'retry: 3000\nid: 1\n\n' +
        'id: 2\nevent: snapshot\ndata: {"region":"jp","noticedAt":"2","board":{"kind":"event","id":"2"},"fetchedAt":"2","rows":[]}\n\n',
    )
    client.leave()
    await client.ended
  })

  it('loses and repeats no entry, wherever it is cut and with any filter', async () => {
    const action: fc.Arbitrary<Action> = fc.oneof(
      { weight: 5, arbitrary: fc.record({ add: fc.nat(2), skip: fc.nat(2) }) },
      { weight: 2, arbitrary: fc.constant('step' as const) },
      { weight: 2, arbitrary: fc.record({ cut: fc.nat(400) }) },
    )
    const run = async (actions: readonly Action[], filters: boolean) => {
      const stage = createStage()
      const boards = filters ? ['event:1'] : []
      const wanted: number[] = []
      const seen: number[] = []
      let last: number | undefined = 0
      let client = await join(stage, last, boards)
      const takeUpTo = (length: number) => {
        const text = client.text().slice(0, length)
        seen.push(...seqsOf(text))
        const id = readEventStream(text).findLast((block) => block.id !== undefined)?.id
        last = id === undefined ? last : Number(id)
      }
      for (const each of [...actions, 'step' as const]) {
        if (each === 'step') await step(stage)
        else if ('cut' in each) {
          client.leave()
          await client.ended
          takeUpTo(Math.max(0, client.text().length - each.cut))
          client = await join(stage, last, boards)
        } else {
          const { seq } = stage.entries.add(each.add === 2 ? 'tw' : 'jp', `${each.add}`, each.skip)
          if (each.add === 1 || (each.add === 0 && !filters)) wanted.push(seq)
        }
      }
      takeUpTo(Infinity)
      client.leave()
      await client.ended
      assert.deepEqual(seen, wanted)
      assert.deepEqual(stage.faults, [])
    }
    await fc.assert(fc.asyncProperty(fc.array(action, { maxLength: 40 }), fc.boolean(), run), {
      numRuns: 60,
    })
  })

  it('catches up from any distance, in order', async () => {
    const stage = createStage()
    const count = RECENT_MAX * 2 + 7
    const all = Array.from({ length: count }, () => stage.entries.add('jp', '1').seq)
    const client = await join(stage, 0)
    await settle()
    assert.deepEqual(seqsOf(client.text()), all)
    client.leave()
    await client.ended
  })

  it('reports entries that are no longer retained, once', async () => {
    const stage = createStage()
    for (let at = 0; at < 6; at += 1) stage.entries.add('jp', '1')
    stage.entries.keepAfter(4)
    const client = await join(stage, 2)
    const [, missed, ...rest] = readEventStream(client.text())
    assert.deepEqual(missed, { id: '4', event: 'missed', data: '{"after":"2","upTo":"4"}' })
    assert.deepEqual(
      rest.map(({ id }) => id),
      ['5', '6'],
    )
    client.leave()
    const again = await join(stage, 4)
    assert.deepEqual(seqsOf(again.text()), [5, 6])
    assert.ok(!again.text().includes('missed'))
    again.leave()
  })

  it('reports an unknown sequence number as missed and continues from now', async () => {
    const stage = createStage()
    stage.entries.add('jp', '1')
    const client = await join(stage, 99)
    assert.match(client.text(), /id: 1\nevent: missed\ndata: \{"after":"99","upTo":"1"\}/)
    stage.entries.add('jp', '1')
    await step(stage)
    assert.deepEqual(seqsOf(client.text()), [2])
    client.leave()
  })

  it('sends a comment after 10 idle seconds, with the number if the filter excluded entries', async () => {
    const stage = createStage()
    const client = await join(stage, 0, ['event:7'])
    await step(stage, SILENCE_MAX_MS)
    assert.equal(client.text(), 'retry: 3000\nid: 0\n\n: \n\n')
    stage.entries.add('jp', '1')
    await step(stage)
    await step(stage, SILENCE_MAX_MS)
    assert.equal(client.text(), 'retry: 3000\nid: 0\n\n: \n\n: \nid: 1\n\n')
    client.leave()
  })

  it('ends after its lifetime with a short reconnection delay', async () => {
    const stage = createStage()
    const client = await join(stage)
    for (let passed = 0; passed < LIFE_MS - SILENCE_MAX_MS; passed += SILENCE_MAX_MS) {
      await step(stage, SILENCE_MAX_MS)
    }
    assert.doesNotMatch(client.text(), /retry: 250/)
    await step(stage, SILENCE_MAX_MS)
    await client.ended
    assert.match(client.text(), /retry: 250\n\n$/)
    assert.equal(stage.clock.pending, 0)
    assert.deepEqual(stage.faults, [])
  })

  it('ends at once when the hub closes', async () => {
    const stage = createStage()
    const client = await join(stage)
    stage.hub.close()
    await client.ended
    assert.equal(stage.clock.pending, 0)
  })

  it('ends when the store is down during catch-up, so that the client reconnects', async () => {
    const stage = createStage()
    stage.entries.fault = new Error('away')
    const gone = new AbortController()
    const pieces = streamLive({
      ...stage,
      region: 'jp',
      filter: EVERYTHING,
      after: 0,
      newest: 5,
      signal: gone.signal,
      retryMs: 3_000,
      lifeMs: LIFE_MS,
      onFault: (error) => void stage.faults.push(error),
    })
    assert.deepEqual(await Array.fromAsync(pieces), [])
    assert.deepEqual(stage.faults, [stage.entries.fault])
  })
})

describe('the hub', () => {
  it('reads nothing without new entries, and each entry once for all streams', async () => {
    const stage = createStage()
    const clients = await Promise.all(Array.from({ length: 50 }, () => join(stage)))
    const { reads, looks } = stage.entries
    assert.equal(reads, 0)
    for (let at = 0; at < 10; at += 1) await step(stage)
    assert.equal(stage.entries.reads, reads)
    assert.equal(stage.entries.looks, looks + 10)
    stage.entries.add('jp', '1')
    await step(stage)
    assert.equal(stage.entries.reads, reads + 1)
    for (const client of clients) assert.deepEqual(seqsOf(client.text()), [1])
    for (const client of clients) client.leave()
  })

  it('reads once for all clients that reconnect at the same number', async () => {
    const stage = createStage()
    for (let at = 0; at < 100; at += 1) stage.entries.add('jp', '1')
    const clients = await Promise.all(Array.from({ length: 50 }, (_, at) => join(stage, at)))
    assert.equal(stage.entries.reads, 1)
    for (const [at, client] of clients.entries()) {
      assert.equal(seqsOf(client.text()).length, 100 - at)
      client.leave()
    }
  })

  it('does not poll the store without subscribers', async () => {
    const stage = createStage()
    const client = await join(stage)
    client.leave()
    await client.ended
    await step(stage)
    const { looks } = stage.entries
    for (let at = 0; at < 5; at += 1) await step(stage)
    assert.equal(stage.entries.looks, looks)
    assert.equal(stage.clock.pending, 0)
  })

  it('recovers when the store is up again', async () => {
    const stage = createStage()
    const client = await join(stage)
    stage.entries.fault = new Error('away')
    stage.entries.add('jp', '1')
    for (let at = 0; at < 3; at += 1) await step(stage)
    assert.deepEqual(seqsOf(client.text()), [])
    stage.entries.fault = undefined
    await step(stage)
    assert.deepEqual(seqsOf(client.text()), [1])
    assert.equal(stage.faults.length, 3)
    client.leave()
  })
})
