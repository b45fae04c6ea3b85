import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { freePort } from './cluster/free-port.ts'
import { BACKLINE, withSettings } from './cluster/run-program.ts'
import { startCluster, type Cluster } from './cluster/start-cluster.ts'
import { startServer } from './cluster/start-server.ts'

// Runs the shape of deploy/compose.yaml with programs of this machine until Ctrl-C, then removes
// everything.
const { values } = parseArgs({ options: { port: { type: 'string', default: '8080' } } })
const folder = mkdtempSync(join(tmpdir(), 'backline-cluster-'))
// Gives a database server that runs as another user access to its folder.
chmodSync(folder, 0o711)
// On every exit, including a second Ctrl-C; the servers end with this process.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const started = new AsyncDisposableStack()
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) process.exit(1)
    stopping = true
    print('Stopping …')
    void started.disposeAsync().then(() => process.exit(0))
  })
}

try {
  print('Starting a gateway with a demo, Postgres, Valkey or Redis, three nodes and haproxy …')
  const gateway = await startGateway()
  const cluster = await startCluster({ folder, gateway, port: readPort(values.port) })
  started.defer(cluster.stop)
  print(await banner(cluster))
} catch (error) {
  if (!stopping) {
    print(error instanceof Error ? error.message : String(error))
    await started.disposeAsync()
    process.exit(1)
  }
}

/** Starts the simulator with its own demo. */
async function startGateway(): Promise<{ readonly url: string; readonly key: string }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const key = 'public-cluster-key'
  const server = await startServer({
    program: process.execPath,
    args: [BACKLINE, 'simulate', '--port', String(port), '--key', key],
    // Creates its demo in the temporary directory, which is removed with the rest.
    environment: withSettings({ BACKLINE_DATA_DIR: join(folder, 'none'), TMPDIR: folder }),
    isReady: async () => (await fetch(`${url}/simulator/calls`)).status === 401,
  })
  started.defer(server.stop)
  return { url, key }
}

async function banner({ balancer, nodes, postgres, valkey, settings, createKey }: Cluster) {
  const { key } = await createKey('cluster')
  const board = 'api/open/v1/game/jp/announcements'
  const names = ['DATABASE_URL', 'VALKEY_URL', 'KEY_PEPPER'].map((name) => `BACKLINE_${name}`)
  return [
    '',
    `The cluster is ready at ${balancer.origin}. Press Ctrl-C to stop and remove it.`,
    '',
    `  curl -i -H "Authorization: Bearer ${key}" ${balancer.origin}/${board}`,
    '',
    ...nodes.map(
      (node, at) =>
        `  node ${at + 1}    ${node.origin}  health ${node.adminOrigin}/readyz  process ${node.pid}`,
    ),
    `  Postgres  ${postgres.url}  process ${postgres.pid}`,
    `  Valkey    ${valkey.url}  process ${valkey.pid}`,
    '',
    'To run commands in another terminal:',
    '',
    ...names.map((name) => `  export ${name}=${settings[name]}`),
    '  npx backline verify quotas',
    '  npx backline keys list',
    '',
  ].join('\n')
}

function readPort(text: string): number {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port >= 1 && port <= 65_535) return port
  throw new Error('--port must be an integer from 1 to 65535.')
}

/** Prints to standard error. */
function print(text: string): void {
  process.stderr.write(`${text}\n`)
}
