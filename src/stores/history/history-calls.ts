import { LeaseLost, type HistoryStore } from '../../domain/history-store.ts'
import { ServiceError, unavailable } from '../../domain/service-error.ts'

/** What a history store can be asked, besides being closed. */
export type HistoryMethod = Exclude<keyof HistoryStore, 'close'>

/** All of them, and whether each writes. */
const METHODS: Readonly<Record<HistoryMethod, 'reads' | 'writes'>> = {
  holdLease: 'writes',
  releaseLease: 'writes',
  record: 'writes',
  putEvents: 'writes',
  thin: 'writes',
  putWatch: 'writes',
  removeWatch: 'writes',
  watches: 'reads',
  events: 'reads',
  snapshot: 'reads',
  series: 'reads',
  tallies: 'reads',
  liveAfter: 'reads',
  newestLive: 'reads',
}

/** One question to a history store, as a value. */
export interface HistoryCall {
  readonly method: HistoryMethod
  readonly parameters: readonly unknown[]
}

/** Whether a call writes. */
export function isWrite({ method }: HistoryCall): boolean {
  return METHODS[method] === 'writes'
}

/** Makes a history store of a function that answers its calls. Whatever that rejects with, the store says it as its port does. */
export function historyOf(
  answer: (call: HistoryCall) => Promise<unknown>,
  close: () => Promise<void>,
): HistoryStore {
  const methods = Object.keys(METHODS).map((method) => [
    method,
    async (...parameters: unknown[]) => {
      try {
        return await answer({ method: method as HistoryMethod, parameters })
      } catch (error) {
        const isKnown = error instanceof LeaseLost || error instanceof ServiceError
        throw isKnown ? error : unavailable(error)
      }
    },
  ])
  return { ...(Object.fromEntries(methods) as Omit<HistoryStore, 'close'>), close }
}

/** Answers a call by a store. */
export function callHistory(
  store: HistoryStore,
  { method, parameters }: HistoryCall,
): Promise<unknown> {
  return (store[method] as (...given: readonly unknown[]) => Promise<unknown>)(...parameters)
}

/**
 * A history store that is opened when it is first asked something, and again when that failed: whoever makes it need
 * not wait for a database that is away.
 */
export function openOnUse(open: () => Promise<HistoryStore>): HistoryStore {
  let opened: Promise<HistoryStore> | undefined
  let isClosed = false
  const use = () => {
    if (isClosed) throw new Error('The history is closed.')
    if (opened !== undefined) return opened
    const opening = open()
    opened = opening
    opening.catch(() => (opened = undefined))
    return opening
  }
  return historyOf(
    async (call) => callHistory(await use(), call),
    async () => {
      isClosed = true
      // What could not be opened needs no closing.
      const store = await opened?.catch(() => undefined)
      await store?.close()
    },
  )
}
