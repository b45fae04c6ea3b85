import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  acquireLease,
  newBoard,
  snapshotAt,
  START_MS,
} from '../../../test/contract/history-under-test.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { openHistory } from '../store/open-sqlite-history.ts'
import { dataPaths } from '../../platform/files/data-paths.ts'
import { exportInWorker } from './export-worker.ts'
import { openArchive } from '../store/archive/open-archive.ts'
import { systemClock } from '../../platform/time/system-clock.ts'

it('exports days in a thread, and rejects with the error of the thread', async () => {
  const dataDir = temporaryFolder()
  const history = openHistory(dataPaths(dataDir).history, systemClock)
  await history.record([snapshotAt(newBoard(), 0, { 1: 5 })], [], await acquireLease(history))
  await history.close()
  const config = { dataDir, databaseUrl: undefined }
  const { signal } = new AbortController()
  const clock = { ...systemClock, nowMs: () => START_MS + 3 * 86_400_000 }
  await exportInWorker(config, clock, signal)
  const archive = await openArchive(config, systemClock)
  assert.equal((await archive.files('jp')).length, 1)
  await archive.close()

  const wrong = { ...config, dataDir: `${dataDir}/no/\0` }
  await assert.rejects(exportInWorker(wrong, clock, signal), /null bytes/)
  await assert.rejects(exportInWorker(config, clock, AbortSignal.abort()), /was terminated/)
  const ending = new AbortController()
  const exporting = exportInWorker(config, clock, ending.signal)
  ending.abort()
  await assert.rejects(exporting, /was terminated/)
})
