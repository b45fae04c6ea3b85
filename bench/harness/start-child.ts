import { fork } from 'node:child_process'
import { once } from 'node:events'

/** CPU time and responses of a program since its start. */
export interface Usage {
  /** User and system CPU time of the process and its descendants, in microseconds. */
  readonly cpuUs: number
  /** Responses that Node has sent in the process itself. */
  readonly answers: number
}

/** Event-loop delay of a program since the previous query. */
export interface LoopDelay {
  readonly p99Ms: number
  readonly maxMs: number
}

/** The queries of a program and their results. */
export interface Queries {
  readonly usage: Usage
  readonly loopDelay: LoopDelay
}

/** Settings of the service, by environment variable. */
export type Options = Readonly<Record<string, string>>

/** The program to start. */
export interface ChildOptions<Name extends string> {
  /** The folder of the benchmark under `bench/`; its `child.ts` is the process. */
  readonly benchmark: string
  readonly name: Name
  /** The folder for the files of this run. */
  readonly folder: string
  readonly settings?: Options
}

/** A program in a child process. */
export interface Child<Name extends string = string> {
  readonly name: Name
  readonly origin: string
  query<Name extends keyof Queries>(name: Name): Promise<Queries[Name]>
  stop(): void
}

/** Starts a program and resolves when it listens. */
export async function startChild<Name extends string>({
  benchmark,
  name,
  folder,
  settings = {},
}: ChildOptions<Name>): Promise<Child<Name>> {
  const file = new URL(`../${benchmark}/child.ts`, import.meta.url)
  const child = fork(file, [name, folder, JSON.stringify(settings)])
  const exited = once(child, 'exit').then(() => {
    throw new Error(`${name} exited unexpectedly.`)
  })
  // An expected exit after the last query has no listener.
  exited.catch(() => {})
  const next = async () => (await Promise.race([once(child, 'message'), exited]))[0] as unknown
  const origin = (await next()) as string
  return {
    name,
    origin,
    query: async <Query extends keyof Queries>(query: Query) => {
      child.send(query)
      return (await next()) as Queries[Query]
    },
    stop: () => {
      if (child.connected) child.disconnect()
    },
  }
}
