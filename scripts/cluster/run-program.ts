import { execFile } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '..', '..')

/** The program, as supervisors run it. */
export const BACKLINE = join(ROOT, 'bin', 'backline.mjs')

/** The balancer's configuration, shared with the compose file. */
export const HAPROXY_CFG = join(ROOT, 'deploy', 'haproxy.cfg')

/** Environment variables of a process. */
export type Variables = Readonly<Record<string, string>>

/** Returns the machine's variables without Backline's settings, plus `settings`. */
export function withSettings(settings: Variables): Variables {
  const machine = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !name.startsWith('BACKLINE_'),
  )
  return { ...(Object.fromEntries(machine) as Variables), ...settings }
}

/** Runs a command of the program and resolves with its output. Rejects if it fails. */
export async function runBackline(words: readonly string[], settings: Variables): Promise<string> {
  const args = [BACKLINE, ...words]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: withSettings(settings),
  })
  return stdout
}
