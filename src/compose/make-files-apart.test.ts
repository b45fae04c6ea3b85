import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  takeLease,
  newBoard,
  snapshotAt,
  START_MS,
} from '../../test/contract/history-under-test.ts'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import { openHistory } from '../stores/embedded/open-history.ts'
import { dataPaths } from './data-paths.ts'
import { makeFilesApart } from './make-files-apart.ts'
import { openArchive } from './open-archive.ts'
import { systemClock } from './system-clock.ts'

it('makes the files of days in a thread, or says why not', async () => {
  const dataDir = temporaryFolder()
  const history = openHistory(dataPaths(dataDir).history, systemClock)
  await history.record([snapshotAt(newBoard(), 0, { 1: 5 })], [], await takeLease(history))
  await history.close()
  const config = { dataDir, databaseUrl: undefined }
  const { signal } = new AbortController()
  await makeFilesApart({ ...config, nowMs: START_MS + 3 * 86_400_000 }, signal)
  const archive = await openArchive(config, systemClock)
  assert.equal((await archive.files('jp')).length, 1)
  await archive.close()

  const wrong = { ...config, dataDir: `${dataDir}/no/\0`, nowMs: 0 }
  await assert.rejects(makeFilesApart(wrong, signal))
  const ended = AbortSignal.abort()
  await assert.rejects(makeFilesApart({ ...config, nowMs: 0 }, ended), /was ended/)
})
