import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { gatherLines } from './gather-lines.ts'

function scene() {
  const written: string[] = []
  return { written, output: gatherLines({ write: (line) => void written.push(line) }) }
}

describe('gathering lines', () => {
  it('writes all lines of a turn together and in order, and those of the next one apart', async () => {
    const { written, output } = scene()
    output.write('a\n')
    await Promise.resolve()
    output.write('b\n')
    assert.equal(written.length, 0)
    await turn()
    output.write('c\n')
    await turn()
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

  it('writes what came while it was handing on', async () => {
    const written: string[] = []
    const output = gatherLines({
      write: (line) => {
        written.push(line)
        if (written.length === 1) output.write('b\n')
      },
    })
    output.write('a\n')
    await turn()
    await turn()
    assert.deepEqual(written, ['a\n', 'b\n'])
  })
})
