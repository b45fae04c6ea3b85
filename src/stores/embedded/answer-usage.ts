import { existsSync, readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { callUsage } from '../usage/usage-calls.ts'
import { openUsage } from './open-usage.ts'
import { usageFailureOf, type UsageAnswer, type UsageOrder } from './usage-thread.ts'

// The thread in which `usage.db` is read and written; whoever asks waits on a thread of their own.

// Where the system has priorities of threads (Linux), the one that serves goes first when there are too few processors for both.
const SELF = '/proc/thread-self'
if (existsSync(SELF)) setPriority(Number(basename(readlinkSync(SELF))), 10)

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
