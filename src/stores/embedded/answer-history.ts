import { existsSync, readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { callHistory } from '../history/history-calls.ts'
import { answerOf, failureOf, type ThreadOrder } from './history-thread.ts'
import { buffersOf } from './packed-series.ts'
import { openHistory } from './open-history.ts'

// The thread that has the history: it answers one call after the other, and whoever asks waits on a thread of their own.

// Where the system has priorities of threads (Linux), the one that serves goes first when there are too few processors for both.
const SELF = '/proc/thread-self'
if (existsSync(SELF)) setPriority(Number(basename(readlinkSync(SELF))), 10)

let nowMs = 0
const store = openHistory(workerData as string, { nowMs: () => nowMs })

parentPort?.on('message', (order: ThreadOrder) => {
  if (order === 'close') {
    void store.close().finally(() => parentPort?.close())
    return
  }
  nowMs = order.nowMs
  void callHistory(store, order.call)
    .then((result) => answerOf(order.call, result), failureOf)
    .then((answer) =>
      parentPort?.postMessage(answer, 'series' in answer ? buffersOf(answer.series) : []),
    )
})
