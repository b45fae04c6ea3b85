import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { ProgramName } from './programs.ts'

/** What a program has used and done since its process began. */
export interface Usage {
  /** Microseconds of CPU time, user and system together. */
  readonly cpuUs: number
  readonly answers: number
}

/** A program in a process of its own. */
export interface Child {
  readonly name: ProgramName
  readonly origin: string
  usage(): Promise<Usage>
  stop(): void
}

/** Starts a program and waits until it listens. */
export async function startChild(name: ProgramName, folder: string): Promise<Child> {
  const child = fork(new URL('child.ts', import.meta.url), [name, folder])
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
    usage: async () => {
      child.send('usage')
      return (await next()) as Usage
    },
    stop: () => child.disconnect(),
  }
}
