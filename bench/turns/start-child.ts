import { fork } from 'node:child_process'
import { once } from 'node:events'

/** What a program has used and done since its process began. */
export interface Usage {
  /** Microseconds of CPU time, user and system together, of the process and of those it has started. */
  readonly cpuUs: number
  /** What Node has answered in the process itself. */
  readonly answers: number
}

/** How late the event loop of a program was since it was last asked for. */
export interface LoopDelay {
  readonly p99Ms: number
  readonly maxMs: number
}

/** What a program can be asked, and what it says. */
export interface Questions {
  readonly usage: Usage
  readonly loopDelay: LoopDelay
}

/** Settings of the service by their names in the environment. */
export type Settings = Readonly<Record<string, string>>

/** Which program is started. */
export interface ChildOptions<Name extends string> {
  /** The folder of the question under `bench/`; its `child.ts` is the process. */
  readonly question: string
  readonly name: Name
  /** Where the files of this run are. */
  readonly folder: string
  readonly settings?: Settings
}

/** A program in a process of its own. */
export interface Child<Name extends string = string> {
  readonly name: Name
  readonly origin: string
  ask<Question extends keyof Questions>(question: Question): Promise<Questions[Question]>
  stop(): void
}

/** Starts a program and waits until it listens. */
export async function startChild<Name extends string>({
  question,
  name,
  folder,
  settings = {},
}: ChildOptions<Name>): Promise<Child<Name>> {
  const file = new URL(`../${question}/child.ts`, import.meta.url)
  const child = fork(file, [name, folder, JSON.stringify(settings)])
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${name} has ended.`)
  })
  // Nobody waits for it any more when it ends as it should.
  ended.catch(() => {})
  const next = async () => (await Promise.race([once(child, 'message'), ended]))[0] as unknown
  const origin = (await next()) as string
  return {
    name,
    origin,
    ask: async <Question extends keyof Questions>(asked: Question) => {
      child.send(asked)
      return (await next()) as Questions[Question]
    },
    stop: () => {
      if (child.connected) child.disconnect()
    },
  }
}
