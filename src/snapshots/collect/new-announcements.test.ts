import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNewAnnouncements } from './new-announcements.ts'

const list = (...entries: readonly (readonly [id: string, startAt: number])[]) => ({
  announcements: entries.map(([id, startAt]) => ({
    id,
    title: `about ${id}`,
    startAt: String(startAt),
  })),
})
const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id)

test('what was there when nobody had looked before is not new, and what comes is, once', () => {
  const find = findNewAnnouncements('jp', undefined, () => false)
  assert.deepEqual(ids(find.in(list(['1', 100]))), [])
  assert.deepEqual(find.in(list(['1', 100], ['2', 200])), [
    { type: 'announcement', region: 'jp', id: '2', title: 'about 2' },
  ])
  assert.deepEqual(ids(find.in(list(['1', 100]))), [])
  assert.deepEqual(ids(find.in(list(['1', 100], ['2', 200]))), [])
})

test('one that is put up again is new', () => {
  const find = findNewAnnouncements('jp', undefined, () => false)
  find.in(list(['1', 100]))
  assert.deepEqual(ids(find.in(list(['1', 900]))), ['1'])
})

test('what came up while one process took over from another is told, unless it was', () => {
  const find = findNewAnnouncements('jp', 150, (id) => id === '3')
  assert.deepEqual(ids(find.in(list(['1', 100], ['2', 200], ['3', 200]))), ['2'])
})
