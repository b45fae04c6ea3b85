import { fork } from 'node:child_process'
import type { ChartOrder } from '../charts/chart-order.ts'
import type { PainterProcess } from '../charts/create-painter.ts'
import { compileCache } from '../stores/embedded/compile-cache.ts'

/** What the process that draws says of an order. */
export type ChartReply =
  | { readonly picture: Uint8Array; /** Its memory now. */ readonly memoryBytes: number }
  | { readonly error: string }

/** One language takes 200 MB, and each more adds some: few processes ever hold all of them. */
const SPENT_BYTES = 320_000_000

/**
 * Starts a process that draws pictures, because fonts and engine take 200 MB that a process does not give back. It gets no
 * variable of the environment, no argument and no file but what it imports: all it knows is what it is to draw. It ends with
 * this one.
 */
export function startChartProcess(): PainterProcess {
  const child = fork(new URL('chart-process.ts', import.meta.url), [], {
    // Fewer heaps of the C library: the one that draws is enough.
    env: { MALLOC_ARENA_MAX: '2', ...compileCache() },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let order: PromiseWithResolvers<Uint8Array> | undefined
  let gone: Error | undefined
  let memoryBytes = 0
  const end = (how: string, cause?: unknown) => {
    gone ??= new Error(`The process that draws has ended with ${how}.`, { cause })
    order?.reject(gone)
  }
  child.on('message', (reply: ChartReply) => {
    if ('picture' in reply) {
      memoryBytes = reply.memoryBytes
      order?.resolve(reply.picture)
    } else order?.reject(new Error(reply.error))
  })
  child.on('error', (error) => end('an error', error))
  child.on('exit', (status, signal) => end(String(status ?? signal)))
  // Whether it lives or not, this process may end.
  child.unref()
  child.channel?.unref()
  return {
    draw: (asked: ChartOrder) => {
      order = Promise.withResolvers<Uint8Array>()
      if (gone === undefined) {
        child.send(asked, (error) => {
          if (error !== null) end('a closed channel', error)
        })
      } else order.reject(gone)
      return order.promise
    },
    isSpent: () => memoryBytes > SPENT_BYTES,
    end: () => void child.kill('SIGKILL'),
  }
}
