import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Attack, Attacker, Tally } from '../proof/attack.ts'

/** What an attacker's process is told to do; it answers each order before it is given the next. */
export type AttackerOrder =
  | { readonly type: 'open'; readonly valkeyUrl: string }
  | { readonly type: 'attack'; readonly attack: Attack }
  | { readonly type: 'release' | 'close' }

/** What an attacker's process says. */
export type AttackerReport =
  | { readonly type: 'progress'; readonly attempts: number }
  | { readonly type: 'over'; readonly tally: Tally }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly message: string }

/** Starts an attacker in a process of its own, over the store at a URL. Rejects when it cannot. */
export async function startAttacker(valkeyUrl: string): Promise<Attacker> {
  const child = fork(new URL('attacker-process.ts', import.meta.url))
  const ended = once(child, 'exit')
  let onReport: (report: AttackerReport) => void = () => {}
  child.on('message', (report: AttackerReport) => onReport(report))

  const ask = (order: AttackerOrder, onProgress: (attempts: number) => void = () => {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<Tally | undefined>()
    onReport = (report) => {
      if (report.type === 'progress') onProgress(report.attempts)
      else if (report.type === 'failed') reject(new Error(report.message))
      else resolve(report.type === 'over' ? report.tally : undefined)
    }
    void ended.then(([status, signal]) =>
      reject(new Error(`An attacker's process ended with ${status ?? signal}.`)),
    )
    child.send(order)
    return promise
  }
  const close = async () => {
    await ask({ type: 'close' }).catch(() => {})
    child.kill()
    await ended
  }

  try {
    await ask({ type: 'open', valkeyUrl })
  } catch (error) {
    await close()
    throw error
  }
  return {
    attack: async (attack, onProgress) => {
      const tally = await ask({ type: 'attack', attack }, onProgress)
      if (tally === undefined) throw new Error("An attacker's process has no tally.")
      return tally
    },
    release: async () => void (await ask({ type: 'release' })),
    close,
  }
}
