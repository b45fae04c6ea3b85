import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import { gatherLines, GATHERED_MS } from './gather-lines.ts'

function scene() {
  const written: string[] = []
  const clock = createManualClock(0)
  const output = gatherLines({ write: (line) => void written.push(line) }, clock)
  return { written, output, clock }
}

describe('gathering lines', () => {
  it('writes all lines of a short while together and in order, and those of the next one apart', () => {
    const { written, output, clock } = scene()
    output.write('a\n')
    clock.advance(GATHERED_MS - 1)
    output.write('b\n')
    assert.equal(written.length, 0)
    clock.advance(1)
    output.write('c\n')
    clock.advance(GATHERED_MS)
    assert.deepEqual(written, ['a\nb\n', 'c\n'])
  })

  it('hands them on at once when there are many, or when it is told to', () => {
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

  it('writes what came while it was handing on', () => {
    const written: string[] = []
    const clock = createManualClock(0)
    const output = gatherLines(
      {
        write: (line) => {
          written.push(line)
          if (written.length === 1) output.write('b\n')
        },
      },
      clock,
    )
    output.write('a\n')
    clock.advance(GATHERED_MS)
    clock.advance(GATHERED_MS)
    assert.deepEqual(written, ['a\n', 'b\n'])
  })
})
