import { parentPort, workerData } from 'node:worker_threads'
import { callUsage } from '../usage/usage-calls.ts'
import { openUsage } from './open-usage.ts'
import { standBackInThread } from './stand-back-in-thread.ts'
import { usageFailureOf, type UsageAnswer, type UsageOrder } from './usage-thread.ts'

// The thread in which `usage.db` is read and written; whoever asks waits on a thread of their own.

standBackInThread()

const store = openUsage(workerData as string)

parentPort?.on('message', (order: UsageOrder) => void answer(order))

async function answer(order: UsageOrder): Promise<void> {
  if (order === 'close') {
    await store.close()
    parentPort?.close()
    return
  }
  parentPort?.postMessage(await resultOf(order))
}

async function resultOf({ nth, call }: Exclude<UsageOrder, 'close'>): Promise<UsageAnswer> {
  try {
    return { nth, result: await callUsage(store, call) }
  } catch (error) {
    return usageFailureOf(nth, error)
  }
}
