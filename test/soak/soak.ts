import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { judgeSoak } from './check-soak.ts'
import { runSoak } from './run-soak.ts'

// `npm run soak -- --minutes 10 --stores servers --seed 3`: exits with 1 when there is a problem.
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    stores: { type: 'string', default: 'embedded' },
    seed: { type: 'string', default: '1' },
  },
})
const measuredMs = Number(values.minutes) * 60_000
const { stores } = values
if (!(measuredMs > 0) || (stores !== 'embedded' && stores !== 'servers')) {
  throw new Error('--minutes must be a number; --stores must be embedded or servers.')
}
const folder = mkdtempSync(join(tmpdir(), 'backline-soak-'))
// Gives a database server that runs as another user access to its folder.
chmodSync(folder, 0o711)
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const report = await runSoak({
  folder,
  stores,
  seed: Number(values.seed),
  warmUpMs: 90_000,
  measuredMs,
})
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
const problems = judgeSoak(report)
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.stderr.write(problems.length === 0 ? 'No problem found.\n' : 'Problems found.\n')
process.exitCode = problems.length === 0 ? 0 : 1
