import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { judgeSoak } from './check-soak.ts'
import { runSoak, type SoakReport } from './run-soak.ts'
import { lowestOfEach, slopeOf } from './slope.ts'

describe('a soak', () => {
  let report: SoakReport
  it('of a few seconds leaves no lease, connection or file open, and gets no unexpected status', async () => {
    report = await runSoak({
      folder: temporaryFolder(),
      stores: 'embedded',
      seed: 1,
      warmUpMs: 2_000,
      measuredMs: 4_000,
    })
    assert.deepEqual(judgeSoak(report), [])
    assert.ok((report.outcomes.few['429'] ?? 0) > 0)
    assert.ok((report.outcomes.wide['given up'] ?? 0) > 0)
  })

  it('reports leaked leases, unexpected statuses, open files and growing memory', () => {
    const grows = { first: 100, last: 110, perUnit: 600, error: 50 }
    const { outcomes, open } = report
    const bad: SoakReport = {
      ...report,
      warmUpS: 60,
      leasesLeft: 1,
      ended: 1,
      residentMb: grows,
      heapMb: grows,
      open: { ...open, after: { files: open.before.files + 11, connections: 1 } },
      outcomes: { ...outcomes, wide: { ...outcomes.wide, 429: 1, 401: 2 } },
    }
    assert.equal(judgeSoak(bad).length, 8)
    assert.deepEqual(judgeSoak({ ...bad, outcomes: { ...outcomes, few: {} } }).slice(0, 1), [
      'Some developers got no answer at all.',
    ])
  })

  it('fits a line to memory after garbage collection', () => {
    const saw = Array.from({ length: 40 }, (_, at) => ({ x: at, y: 3 * at + (at % 5) * 20 }))
    const { perUnit, error } = slopeOf(lowestOfEach(saw, 5))
    assert.ok(Math.abs(perUnit - 3) < 1e-9 && error < 1e-9)
    assert.ok(slopeOf(saw).error > 0.5)
  })
})
