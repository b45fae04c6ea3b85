import { parentPort, workerData } from 'node:worker_threads'
import { callHistory } from '../history/history-calls.ts'
import {
  answerOf,
  failureOf,
  type CreateAnswer,
  type ThreadAnswer,
  type ThreadOrder,
  type ThreadSettings,
  type ThreadTask,
} from './history-thread.ts'
import { buffersOf } from './packed-series.ts'
import { openHistory } from './open-history.ts'
import { standBackInThread } from './stand-back-in-thread.ts'

// The thread that has the history: it does one task after the other, and whoever asks waits on a thread of their own.

/** What goes back to whoever asked, and what of it is handed over and not copied. */
interface Parcel {
  readonly answer: ThreadAnswer
  readonly buffers: ArrayBuffer[]
}

standBackInThread()

const { path, answering } = workerData as ThreadSettings
const clock = { nowMs: () => nowMs }
let nowMs = 0
const store = openHistory(path, clock)
let answers: Promise<ReturnType<CreateAnswer>> | undefined

parentPort?.on('message', (order: ThreadOrder) => {
  if (order === 'close') {
    void store.close().finally(() => parentPort?.close())
    return
  }
  nowMs = order.nowMs
  void perform(order)
    .catch((error: unknown) => ({ answer: failureOf(error), buffers: [] }))
    .then(({ answer, buffers }) => parentPort?.postMessage(answer, buffers))
})

async function perform(task: ThreadTask): Promise<Parcel> {
  if ('call' in task) {
    const answer = answerOf(task.call, await callHistory(store, task.call))
    return { answer, buffers: 'series' in answer ? buffersOf(answer.series) : [] }
  }
  const answer = await (answers ??= loadAnswers())
  const { result, buffers } = await answer(task.question)
  return { answer: { result }, buffers }
}

/** Nothing of it is in memory before somebody asks. */
async function loadAnswers(): Promise<ReturnType<CreateAnswer>> {
  if (answering === undefined) throw new Error('The thread of this history answers no questions.')
  const { createAnswer } = (await import(answering.module)) as { createAnswer: CreateAnswer }
  return createAnswer(store, clock, answering.settings)
}
