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

test('entries of the very first list are not new, later ones are, once', () => {
  const find = findNewAnnouncements('jp', undefined, () => false)
  assert.deepEqual(ids(find.in(list(['1', 100]))), [])
  assert.deepEqual(find.in(list(['1', 100], ['2', 200])), [
    { type: 'announcement', region: 'jp', id: '2', title: 'about 2' },
  ])
  assert.deepEqual(ids(find.in(list(['1', 100]))), [])
  assert.deepEqual(ids(find.in(list(['1', 100], ['2', 200]))), [])
})

test('a republished announcement is new', () => {
  const find = findNewAnnouncements('jp', undefined, () => false)
  find.in(list(['1', 100]))
  assert.deepEqual(ids(find.in(list(['1', 900]))), ['1'])
})

test('an announcement from a handover between processes is reported, unless it already was', () => {
  const find = findNewAnnouncements('jp', 150, (id) => id === '3')
  assert.deepEqual(ids(find.in(list(['1', 100], ['2', 200], ['3', 200]))), ['2'])
})
