import type { UsageStore } from '../../domain/usage-store.ts'

/** What a usage store can be asked, besides being closed. */
export type UsageMethod = Exclude<keyof UsageStore, 'close'>

const METHODS = [
  'add',
  'sums',
  'lastUsed',
  'keysLastUsed',
  'pagesOf',
  'forget',
] as const satisfies UsageMethod[]

/** One question to a usage store, as a value. */
export interface UsageCall {
  readonly method: UsageMethod
  readonly parameters: readonly unknown[]
}

/** Makes a usage store of a function that answers its calls. */
export function usageOf(
  answer: (call: UsageCall) => Promise<unknown>,
  close: () => Promise<void>,
): UsageStore {
  const methods = METHODS.map((method) => [
    method,
    (...parameters: unknown[]) => answer({ method, parameters }),
  ])
  return { ...(Object.fromEntries(methods) as Omit<UsageStore, 'close'>), close }
}

/** Answers a call by a store. */
export function callUsage(store: UsageStore, { method, parameters }: UsageCall): Promise<unknown> {
  return (store[method] as (...given: readonly unknown[]) => Promise<unknown>)(...parameters)
}

/** A usage store that is opened when it is first asked something, and again when that failed. */
export function openUsageOnUse(open: () => Promise<UsageStore>): UsageStore {
  let opened: Promise<UsageStore> | undefined
  let isClosed = false
  const use = () => {
    if (isClosed) throw new Error('The usage store is closed.')
    if (opened !== undefined) return opened
    const opening = open()
    opened = opening
    opening.catch(() => (opened = undefined))
    return opening
  }
  return usageOf(
    async (call) => callUsage(await use(), call),
    async () => {
      isClosed = true
      // What could not be opened needs no closing.
      const store = await opened?.catch(() => undefined)
      await store?.close()
    },
  )
}
