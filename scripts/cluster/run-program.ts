import { execFile } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '..', '..')

/** The program, as supervisors run it. */
export const BACKLINE = join(ROOT, 'bin', 'backline.mjs')

/** The balancer's configuration, which the compose file runs too. */
export const HAPROXY_CFG = join(ROOT, 'deploy', 'haproxy.cfg')

/** Variables of a process. */
export type Variables = Readonly<Record<string, string>>

/** The machine's variables without any setting of ours that its user may have made, and with `settings`. */
export function withSettings(settings: Variables): Variables {
  const machine = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !name.startsWith('BACKLINE_'),
  )
  return { ...(Object.fromEntries(machine) as Variables), ...settings }
}

/** Runs one command of the program to its end; answers what it said. Rejects when it fails. */
export async function runBackline(words: readonly string[], settings: Variables): Promise<string> {
  const args = [BACKLINE, ...words]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: withSettings(settings),
  })
  return stdout
}
