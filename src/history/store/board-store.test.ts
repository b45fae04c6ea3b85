import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { newBoard, snapshotAt, acquireLease } from '../../../test/contract/history-under-test.ts'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { openHistory } from './open-sqlite-history.ts'
import { ranksOf } from './board-store.ts'

describe('rank sets', () => {
  it('rejects a missing set instead of reading the whole board', async () => {
    assert.deepEqual(ranksOf(new Map(), null), undefined)
    assert.deepEqual(ranksOf(new Map([[7, new Set([1, 2])]]), 7), [1, 2])
    assert.throws(() => ranksOf(new Map(), 7), /Rank set 7/)

    const path = join(temporaryFolder(), 'history.db')
    const store = openHistory(path, createManualClock(0))
    const board = newBoard()
    await store.record([snapshotAt(board, 0, { 1: 10 })], [], await acquireLease(store))
    assert.deepEqual((await store.snapshot(board))?.ranks, [1])
    const database = new DatabaseSync(path)
    database.exec('delete from history_rank_sets')
    database.close()
    await assert.rejects(store.snapshot(board), { code: 'unavailable' })
    await store.close()
  })
})
