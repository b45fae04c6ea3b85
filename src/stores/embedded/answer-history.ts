import { parentPort, workerData } from 'node:worker_threads'
import { callHistory } from '../history/history-calls.ts'
import { answerOf, failureOf, type ThreadOrder } from './history-thread.ts'
import { buffersOf } from './packed-series.ts'
import { openHistory } from './open-history.ts'

// The thread that has the history: it answers one call after the other, and whoever asks waits on a thread of their own.

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
