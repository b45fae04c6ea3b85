import assert from 'node:assert/strict'
import { it } from 'node:test'
import { mergePatch } from './merge-patch.ts'

it('a merge patch keeps, replaces, removes and merges fields (RFC 7396)', () => {
  const before = { a: 1, b: [1, 2], c: { d: 1, e: 2 }, g: 'x' }
  const patch = { b: [3], c: { d: null, f: { h: null, i: 1 } }, g: { j: 1 }, k: null }
  assert.deepEqual(mergePatch(before, patch), {
    a: 1,
    b: [3],
    c: { e: 2, f: { i: 1 } },
    g: { j: 1 },
  })
  assert.deepEqual(before.c, { d: 1, e: 2 }, 'the object itself is unchanged')
  assert.deepEqual(
    mergePatch({}, JSON.parse('{"__proto__": {"x": 1}}') as Record<string, unknown>),
    {
      ['__proto__']: { x: 1 },
    },
  )
})
