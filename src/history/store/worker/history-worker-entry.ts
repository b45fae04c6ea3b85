import { serveCalls, Transfer } from '../../../platform/workers/serve-calls.ts'
import { openHistory } from '../open-sqlite-history.ts'
import type { CreateAnswer, HistoryApi, HistoryThreadOptions } from './history-thread.ts'
import { buffersOf, packSeries } from './packed-series.ts'

// Entry of a thread that reads or writes the history.

serveCalls<HistoryApi, HistoryThreadOptions>(({ path, queryHandler }, { clock }) => {
  const store = openHistory(path, clock)
  let handler: ReturnType<CreateAnswer> | undefined

  /** Loads the module on the first query, and again after a failed load. */
  const loadHandler = async () => {
    if (queryHandler === undefined) throw new Error('This history thread has no query handler.')
    const { createAnswer } = (await import(queryHandler.module)) as { createAnswer: CreateAnswer }
    return createAnswer(store, clock, queryHandler.options)
  }
  return {
    ...store,
    series: async (query) => {
      const packed = packSeries(await store.series(query))
      return new Transfer(packed, buffersOf(packed))
    },
    answer: async (query) => {
      handler ??= await loadHandler()
      return handler(query)
    },
  }
})
