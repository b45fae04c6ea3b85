import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import type { Delay } from './measure-delay.ts'

/** The command line of Backline, for `process.execPath`. */
export const BACKLINE = join(import.meta.dirname, '../../bin/backline.mjs')

/** A serving process whose event loop is measured. */
export interface Server {
  readonly origin: string
  /** Measures from now on. */
  start(): void
  /** What was measured since then. */
  stop(): Promise<Delay>
  /** Resolves when the log says, once more, that the server has gone over to a new dataset. */
  changed(): Promise<void>
  /** Ends it; resolves when it has ended. */
  end(): Promise<unknown>
}

/** Goes before a command that is to have a processor whenever it can use one. */
const REAL_TIME = ['chrt', '--fifo', '10'] as const

/** Starts `backline serve` in an environment, with `isRealTime` before all others, and waits until it listens. */
export async function startServer(
  environment: NodeJS.ProcessEnv,
  isRealTime: boolean,
): Promise<Server> {
  const hook = join(import.meta.dirname, 'measure-delay.ts')
  const node = [process.execPath, '--import', hook, BACKLINE, 'serve']
  const [program = '', ...words] = isRealTime ? [...REAL_TIME, ...node] : node
  const child = spawn(program, words, {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>()
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
    const origin = /ready at (http:\S+)/.exec(said)?.[1]
    if (origin !== undefined) resolve(origin)
  })
  child.once('error', reject)
  const exit = once(child, 'exit')
  child.once('exit', () => reject(new Error(`The server has ended, saying:\n${said}`)))
  let heard = () => {}
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes('dataset.changed')) heard()
  })
  return {
    origin: await ready,
    start: () => void child.send('start'),
    async stop() {
      child.send('stop')
      return (await once(child, 'message'))[0] as Delay
    },
    changed: () => new Promise((done) => (heard = done)),
    end: () => {
      child.kill()
      return exit
    },
  }
}
