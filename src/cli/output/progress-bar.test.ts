import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProgressBar } from './progress-bar.ts'

function written(terminal: { isTTY?: boolean; columns?: number }) {
  const texts: string[] = []
  const bar = createProgressBar({ ...terminal, write: (text) => texts.push(text) })
  return { bar, texts }
}

test('on a terminal there is one line that grows, and it is left at the end', () => {
  const { bar, texts } = written({ isTTY: true, columns: 60 })
  for (const done of [0, 500, 500, 1_000]) bar.show(done, 1_000, 'rows, jp')
  bar.end()
  bar.end()
  assert.equal(texts.length, 4)
  assert.match(texts[1] ?? '', /^\r\S+█+░+ 50% 500 of 1,000 rows, jp$/)
  assert.match(texts[2] ?? '', /█100% 1,000 of 1,000 rows, jp$/)
  assert.equal(texts[3], '\n')
  // What clears the line takes no room.
  for (const text of texts) assert.ok(text.length <= 60 + '\r\u001B[2K'.length, text)
})

test('elsewhere there is a plain line for each tenth, without control characters', () => {
  const { bar, texts } = written({})
  for (let done = 0; done <= 1_000; done += 1) bar.show(done, 1_000, 'rows, jp')
  bar.end()
  assert.equal(texts.length, 10)
  assert.equal(texts[4], '  50% 500 of 1,000 rows, jp\n')
})

test('nothing at all to do is done', () => {
  const { bar, texts } = written({})
  bar.show(0, 0, 'rows')
  assert.deepEqual(texts, ['  100% 0 of 0 rows\n'])
})
