import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../../test/harness/manual-clock.ts'
import type { Fact } from '../../calendar/fact.ts'
import { mergePatch } from '../../calendar/merge-patch.ts'
import type { Announcement } from '../../calendar/match-announcements.ts'
import { AnnouncementRecorder } from './announcement-recorder.ts'

const NOW = 1_795_000_000_000
const LISTED: Announcement = {
  id: '12',
  title: 'Rain',
  body: '<p>From &lt;noon&gt;</p>',
  category: 'BUG',
  startAt: String(NOW - 1_000),
  endAt: String(NOW + 9_000),
  lastUpdatedAt: String(NOW - 500),
}
const KNOWN = {
  title: 'Rain',
  text: 'From <noon>',
  category: 'BUG',
  shownFromMs: NOW - 1_000,
  shownUntilMs: NOW + 9_000,
  seenAtMs: NOW,
  updatedAtMs: NOW - 500,
}

function openRecorder() {
  const clock = createManualClock(NOW)
  const stored = new Map<string, Fact>()
  let writes = 0
  let isDown = false
  const store = {
    facts: async () => [...stored.values()],
    patchFacts: async (patches: readonly Fact[]) => {
      if (isDown) throw new Error('The store is down.')
      for (const patch of patches) {
        writes += 1
        const key = `${patch.id} ${patch.startsAtMs}`
        const content = mergePatch(stored.get(key)?.content ?? {}, patch.content)
        if (Object.keys(content).length === 0) stored.delete(key)
        else stored.set(key, { ...patch, content })
      }
    },
  }
  const open = () => new AnnouncementRecorder({ store, clock, toWallMs: (ms) => ms })
  const contents = () => [...stored.values()].map(({ content }) => content)
  return {
    clock,
    open,
    contents,
    writes: () => writes,
    setDown: (down: boolean) => void (isDown = down),
  }
}

describe('recorded announcements', () => {
  it('are written once, also by the next process', async () => {
    const { open, contents, writes } = openRecorder()
    const recorder = open()
    await recorder.record('jp', [LISTED])
    await recorder.record('jp', [LISTED])
    await recorder.record('jp', [])
    await open().record('jp', [LISTED])
    assert.deepEqual(contents(), [KNOWN])
    assert.equal(writes(), 1)
  })

  it('are updated when the game says so, or when they read differently', async () => {
    const { open, contents, clock } = openRecorder()
    const recorder = open()
    await recorder.record('jp', [LISTED])
    clock.advance(60_000)
    await recorder.record('jp', [{ ...LISTED, lastUpdatedAt: String(NOW + 1_000) }])
    assert.deepEqual(contents(), [{ ...KNOWN, updatedAtMs: NOW + 1_000 }])
    await recorder.record('jp', [{ ...LISTED, title: 'Snow' }])
    assert.deepEqual(contents(), [{ ...KNOWN, title: 'Snow', updatedAtMs: NOW + 60_000 }])
  })

  it('are never dated in the future, and dated by the collector if the game does not', async () => {
    const { open, contents } = openRecorder()
    await open().record('jp', [{ ...LISTED, lastUpdatedAt: String(NOW + 9_000) }])
    await open().record('jp', [{ id: '13', title: 'Undated' }])
    assert.deepEqual(
      contents().map(({ updatedAtMs }) => updatedAtMs),
      [NOW, NOW],
    )
  })

  it('are others when they are shown again from another time', async () => {
    const { open, contents } = openRecorder()
    await open().record('jp', [LISTED, { ...LISTED, startAt: String(NOW - 10) }])
    assert.equal(contents().length, 2)
  })

  it('are at most 300 of a region; the oldest that are no longer listed go', async () => {
    const { open, contents, clock } = openRecorder()
    const recorder = open()
    await recorder.record('jp', [LISTED])
    clock.advance(1)
    const many = Array.from({ length: 299 }, (_, nth) => ({ ...LISTED, id: String(100 + nth) }))
    await recorder.record('jp', many)
    assert.equal(contents().length, 300)
    await recorder.record('jp', [...many, { ...LISTED, id: '13' }])
    assert.equal(contents().length, 300)
    assert.ok(contents().every(({ seenAtMs }) => seenAtMs === NOW + 1))
  })

  it('are written after an outage of the store', async () => {
    const { open, contents, setDown } = openRecorder()
    const recorder = open()
    setDown(true)
    await assert.rejects(recorder.record('jp', [LISTED]))
    setDown(false)
    await recorder.record('jp', [LISTED])
    assert.deepEqual(contents(), [KNOWN])
  })
})
