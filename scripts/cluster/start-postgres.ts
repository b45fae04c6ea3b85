import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import { programPath } from './find-program.ts'
import { startServer, type RunningServer } from './start-server.ts'

/** A PostgreSQL server of its own, with an empty database. */
export interface Postgres extends RunningServer {
  readonly port: number
  readonly url: string
}

/** What the server is started with. */
export interface PostgresSettings {
  /** Where it keeps its data; made when it is not there. */
  readonly folder: string
  /** The password that it asks for; without one it lets everybody in. */
  readonly password?: string
}

/** Starts PostgreSQL on a free port, as a user of no privileges where this one is root: it refuses to run as root. */
export async function startPostgres({ folder, password }: PostgresSettings): Promise<Postgres> {
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
  const server = await startServer({
    program: programPath('postgres'),
    args: ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-c', 'timezone=UTC'],
    ...(user !== undefined && { user }),
    isReady: () => answers(url),
    // The fast shutdown: sessions are ended, data is kept.
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

/** A password is handed over in a file: what is on a command line can be seen by everybody. */
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
