import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { backline } from './run-backline.ts'

// What docs/import-history.md shows, test/docs/run-pages.test.ts runs.
describe('backline history convert', () => {
  const folder = temporaryFolder()
  const dataDir = join(folder, 'data')
  const out = join(folder, 'converted')
  const options = {
    '--region': 'jp',
    '--event': '42',
    '--starts': '2024-05-01 15:00',
    '--ends': '2024-05-09 21:00',
    '--zone': 'Asia/Tokyo',
    '--out': out,
  }
  const convert = (text: string, more: Readonly<Record<string, string>> = {}) => {
    const file = join(folder, 'cutoffs.csv')
    writeFileSync(file, text)
    const words = Object.entries({ ...options, ...more }).flat()
    return backline(dataDir, ['history', 'convert', file, ...words])
  }

  it('exits with 1, names the line and writes nothing when a value is refused', () => {
    const { status, stdout, stderr } = convert('time,1\n2024-05-01 15:10,x\n')
    assert.equal(status, 1)
    assert.match(stderr, /^cutoffs\.csv, line 2: the points "x" of rank 1 are no integer/)
    assert.match(stdout, /Refused 1 value with invalid points\.\nWrote nothing\./)
    for (const [more, text] of [
      [{ '--region': 'xx' }, /Unknown region "xx"/],
      [{ '--zone': 'Asia' }, /Unknown time zone "Asia"/],
      [{ '--ends': '2024-04-01' }, /--ends must be later/],
      [{ '--event': '1e9' }, /--event takes/],
      [{ '--time-column': 'when' }, /no column "when"; it has "time", "1"/],
    ] as const) {
      const wrong = convert('time,1\n2024-05-01 15:10,5\n', more)
      assert.equal(wrong.status, 1)
      assert.match(wrong.stderr, text)
    }
    assert.throws(() => readdirSync(out), { code: 'ENOENT' })
  })

  it('writes files that the import accepts, the same each time', () => {
    const files = [1, 2].map(() => {
      const { status, stderr } = convert('time,1\n2024-05-01 15:10,5\n2024-05-02 15:10,6\n')
      assert.deepEqual([status, stderr], [0, ''])
      return readdirSync(out)
    })
    assert.deepEqual(files[0], files[1])
    const { stdout } = backline(dataDir, ['history', 'import', out])
    assert.match(stdout, /Imported 2 files with 2 new snapshots; 0 already imported\.\n$/)
  })
})
