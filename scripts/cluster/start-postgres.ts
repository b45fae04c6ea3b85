import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import { programPath } from './find-program.ts'
import { startServer, type RunningServer } from './start-server.ts'

/** A PostgreSQL server with an empty database. */
export interface Postgres extends RunningServer {
  readonly port: number
  readonly url: string
}

/** Options of the server. */
export interface PostgresOptions {
  /** Data folder; created if missing. */
  readonly folder: string
  /** Required password; without one, connections need none. */
  readonly password?: string
  /**
   * Whether commits wait for the disk; default: no, which loses data only when the machine crashes.
   */
  readonly syncs?: boolean
}

/**
 * Starts PostgreSQL on a free port; as an unprivileged user if this process is root, because
 * PostgreSQL refuses to run as root.
 */
export async function startPostgres({
  folder,
  password,
  syncs = false,
}: PostgresOptions): Promise<Postgres> {
  const user = process.getuid?.() === 0 ? idsOf('nobody') : undefined
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'postgres')
  if (!existsSync(data)) {
    const args = ['--pgdata', data, '--username', 'backline', ...authOf(folder, password, user)]
    const plain = ['--locale', 'C', '--encoding', 'UTF8', '--no-sync']
    execFileSync(programPath('initdb'), [...args, ...plain], {
      stdio: 'pipe',
      cwd: folder,
      ...user,
    })
  }
  const port = await freePort()
  const credentials = password === undefined ? 'backline' : `backline:${password}`
  const url = `postgres://${credentials}@127.0.0.1:${port}/postgres`
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-c', 'timezone=UTC']
  const server = await startServer({
    program: programPath('postgres'),
    args: [...args, ...(syncs ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off'])],
    ...(user !== undefined && { user }),
    isReady: () => answers(url),
    // Fast shutdown: ends sessions and keeps data.
    endsBy: 'SIGINT',
  })
  return Object.assign(server, { port, url })
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } finally {
    await client.end()
  }
}

/** Passes the password in a file, because command lines are visible to all users. */
function authOf(folder: string, password: string | undefined, user?: Ids): readonly string[] {
  if (password === undefined) return ['--auth', 'trust']
  const file = join(folder, 'password')
  writeFileSync(file, password, { mode: 0o600 })
  if (user !== undefined) chownSync(file, user.uid, user.gid)
  return ['--auth', 'scram-sha-256', '--pwfile', file]
}

interface Ids {
  readonly uid: number
  readonly gid: number
}

function idsOf(user: string): Ids {
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
