/** The methods of a store, except closing. */
export type StoreMethod<Store> = Exclude<keyof Store & string, 'close'>

/** Whether each method of a store reads or writes. */
export type StoreMethods<Store> = Readonly<Record<StoreMethod<Store>, 'reads' | 'writes'>>

/** A store without closing: the methods of a worker that executes its calls. */
export type StoreApi<Store> = Pick<Store, StoreMethod<Store>>

/** Executes a method of a store by name. */
export type CallStore<Store> = (
  name: StoreMethod<Store>,
  args: readonly unknown[],
) => Promise<unknown>

/** Creates a store whose methods are executed by `call`. */
export function createStoreProxy<Store extends { close(): Promise<void> }>(
  methods: StoreMethods<Store>,
  call: CallStore<Store>,
  close: () => Promise<void>,
): Store {
  const names = Object.keys(methods) as StoreMethod<Store>[]
  const calls = names.map((name) => [name, (...args: unknown[]) => call(name, args)])
  return { ...(Object.fromEntries(calls) as StoreApi<Store>), close } as Store
}

/** Executes a method by name on anything that has it: a store, or the proxy of one. */
export function callByName(
  target: object,
  name: string,
  args: readonly unknown[],
): Promise<unknown> {
  const methods = target as Record<string, (...given: readonly unknown[]) => Promise<unknown>>
  if (!(name in methods)) return Promise.reject(new Error(`There is no method "${name}".`))
  return methods[name]!(...args)
}
