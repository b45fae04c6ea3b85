import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { bufferLines, BUFFERED_MS } from './buffered-lines.ts'

function scene() {
  const written: string[] = []
  const clock = createManualClock(0)
  const output = bufferLines({ write: (line) => void written.push(line) }, clock)
  return { written, output, clock }
}

describe('buffered lines', () => {
  it('are written together and in order after an interval, each batch by itself', () => {
    const { written, output, clock } = scene()
    output.write('a\n')
    clock.advance(BUFFERED_MS - 1)
    output.write('b\n')
    assert.equal(written.length, 0)
    clock.advance(1)
    output.write('c\n')
    clock.advance(BUFFERED_MS)
    assert.deepEqual(written, ['a\nb\n', 'c\n'])
  })

  it('are written at once when there are many, or when flushed', () => {
    const { written, output } = scene()
    output.flush()
    assert.equal(written.length, 0)
    output.write('a\n')
    output.flush()
    assert.deepEqual(written, ['a\n'])
    for (let count = 0; count < 70; count += 1) output.write(`${'x'.repeat(999)}\n`)
    assert.equal(written.length, 2)
    assert.equal(written[1]?.length, 66_000)
  })

  it('include those that arrive during a write', () => {
    const written: string[] = []
    const clock = createManualClock(0)
    const output = bufferLines(
      {
        write: (line) => {
          written.push(line)
          if (written.length === 1) output.write('b\n')
        },
      },
      clock,
    )
    output.write('a\n')
    clock.advance(BUFFERED_MS)
    clock.advance(BUFFERED_MS)
    assert.deepEqual(written, ['a\n', 'b\n'])
  })
})
