import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { explain } from '../../src/cli/output/explain-error.ts'
import { readConfig } from '../../src/app/config/read-config.ts'
import { backline, startServer, type ServerProcess } from '../acceptance/run-backline.ts'
import { startPostgres } from '../../scripts/cluster/start-postgres.ts'
import { startValkey } from '../../scripts/cluster/start-valkey.ts'
import { copyTestDataset } from '../harness/copy-test-dataset.ts'
import { send } from '../harness/send.ts'
import { skipWithout } from '../harness/servers.ts'
import { rawAnswer, startStubGateway } from '../harness/stub-gateway.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { findLeaks, type Canary, type Outputs } from './find-leaks.ts'
import { forgeKey, provoke, type ShownKeys } from './provoke.ts'
import { recordPages } from './record-pages.ts'

// Plants a secret in every place that holds secrets, provokes every class of answer, and searches
// all output.
const folder = temporaryFolder()
const FAULT_INJECTION = join(import.meta.dirname, 'fault-injection-for-tests.ts')
const PEPPER = 'canary-pepper-8c1f0e6b7a254d3c9e'
const INTERNAL_KEY = 'canary-internal-Zq81LmXw02BvTnCy'
const PASSWORD = 'canary-password-Tg55Rk09'

const pepperFile = join(folder, 'pepper-of-the-test')
const dataset = join(folder, 'dataset.db')

before(async () => {
  writeFileSync(pepperFile, PEPPER, { mode: 0o600 })
  await copyTestDataset(dataset)
})

interface Dependencies {
  readonly settings: Readonly<Record<string, string>>
  /** Kills the stores. */
  readonly killStores?: () => Promise<unknown>
}

/** One deployment of Backline, and the secrets in its settings. */
interface Deployment {
  readonly name: string
  /** Starts the dependencies; returns additional settings, and how to kill the stores. */
  readonly start: () => Promise<Dependencies>
  readonly secrets: readonly Canary[]
  /** Why the deployment cannot run on this machine. */
  readonly skip?: string | false
  /** Whether the data folder has a dataset. */
  readonly hasDataset: boolean
  /** Commands to run beside the server; KEY stands for a complete key. */
  readonly commands: readonly (readonly string[])[]
  /** Statuses that must have been provoked for the search to be meaningful. */
  readonly statuses: readonly number[]
}

const DEPLOYMENTS: readonly Deployment[] = [
  {
    name: 'with everything embedded',
    start: () => Promise.resolve({ settings: {} }),
    secrets: [],
    hasDataset: true,
    commands: [
      ['config', 'check'],
      ['--help'],
      ['serve'],
      ['keys', 'list', '--json'],
      ['keys', 'show', 'KEY'],
      ['keys', 'revoke', 'KEY'],
      ['developers', 'list', '--json'],
    ],
    statuses: [200, 400, 401, 403, 404, 405, 431],
  },
  {
    name: 'with gateways that echo, fail or are unavailable',
    start: async () => {
      const stub = await startStubGateway((socket, { headers, nth }) => {
        // A bad gateway echoes the key that it receives: with every status, in body, kind and
        // headers.
        const echo = headers['authorization'] ?? ''
        const statuses = [200, 400, 401, 404, 429, 500, 503, 504] as const
        const status = statuses[nth % statuses.length] ?? 200
        const body = JSON.stringify({ [echo]: echo, error: { kind: echo, message: echo } })
        socket.write(rawAnswer(status, body, [`X-Echo: ${echo}`, `Retry-After: ${echo}`]))
      })
      const settings = {
        BACKLINE_GATEWAY_JP_URL: `${stub.url}/canary-path`,
        // No name server knows this name, and the resulting error contains it.
        BACKLINE_GATEWAY_TW_URL: 'http://canary-host.invalid/canary-path',
        BACKLINE_GATEWAY_KEY: INTERNAL_KEY,
        BACKLINE_GATEWAY_DEADLINE_MS: '1000',
      }
      return { settings }
    },
    secrets: [
      { name: 'internal key', secret: INTERNAL_KEY },
      { name: 'gateway host', secret: 'canary-host' },
      { name: 'gateway path', secret: 'canary-path' },
    ],
    hasDataset: false,
    commands: [['config', 'check'], ['serve']],
    statuses: [400, 401, 403, 404, 405, 431, 502, 503],
  },
  {
    name: 'on Postgres and Valkey, which are killed',
    start: async () => {
      const stores = join(folder, 'stores')
      mkdirSync(stores, { mode: 0o711 })
      const user = ['--user', 'canary', 'on', `>${PASSWORD}`, '~*', '&*', '+@all']
      const valkey = await startValkey({ folder: join(stores, 'valkey'), args: user })
      const postgres = await startPostgres({ folder: join(stores, 'postgres') })
      after(() => Promise.all([valkey.stop(), postgres.stop()]))
      const settings = {
        BACKLINE_DATABASE_URL: postgres.url.replace('@', `:${PASSWORD}@`),
        BACKLINE_VALKEY_URL: valkey.url.replace('//', `//canary:${PASSWORD}@`),
        BACKLINE_KEY_GRACE_MS: '0',
      }
      const killStores = () => Promise.all([valkey.end('SIGKILL'), postgres.end('SIGKILL')])
      return { settings, killStores }
    },
    secrets: [{ name: 'password of a store', secret: PASSWORD }],
    skip: skipWithout('postgres', 'initdb', 'valkey'),
    hasDataset: true,
    commands: [
      ['config', 'check'],
      ['keys', 'show', 'KEY'],
      ['verify', 'quotas', '--help'],
    ],
    statuses: [200, 400, 401, 403, 404, 405, 431],
  },
]

for (const deployment of DEPLOYMENTS) {
  describe(`Backline ${deployment.name}`, { skip: deployment.skip ?? false }, () => {
    const dataDir = join(folder, deployment.name.replaceAll(' ', '-'))
    const backup = `${dataDir}-backup`
    const outputs = new Map<string, Buffer>()
    let keys: ShownKeys
    let heap: Buffer

    before(async () => {
      const addOutput = (name: string, text: string) => void outputs.set(name, Buffer.from(text))
      const { settings: own, killStores } = await deployment.start()
      const settings: Dependencies['settings'] = { ...own, BACKLINE_KEY_PEPPER_FILE: pepperFile }
      if (deployment.hasDataset) setDataset(dataDir)
      keys = createKeys(dataDir, settings)
      const dumps = `${dataDir}-dumps`
      mkdirSync(dumps)
      const server = await serve(dataDir, {
        ...settings,
        NODE_OPTIONS: `--import=${FAULT_INJECTION} --heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${dumps}`,
      })
      const { answers, statuses } = await provoke(server.origin, keys)
      for (const [name, bytes] of answers) outputs.set(name, bytes)
      for (const status of deployment.statuses)
        assert.ok(statuses.has(status), `${status} was provoked`)
      for (const path of ['/livez', '/readyz', '/metrics', '/status', `/${keys.good}`]) {
        const { headers, body } = await send(server.adminOrigin, path, { key: keys.good })
        addOutput(`admin ${path.slice(0, 8)}`, JSON.stringify(headers) + body.toString())
      }
      for (const words of deployment.commands) {
        const typed = words.map((word) => (word === 'KEY' ? keys.good : word))
        const { stdout, stderr } = backline(dataDir, typed, settings)
        addOutput(words.join(' '), stdout + stderr)
      }
      assert.equal(backline(dataDir, ['backup', backup], settings).status, 0)
      // V8 keeps the last subject of a regular expression until the next match.
      for (let time = 0; time < 20; time += 1) await send(server.origin, '/api/open/v1/no?a=b')
      server.kill('SIGUSR2')
      heap = await finishedDump(dumps, server.adminOrigin)
      const pages = await recordPages(dataDir, settings['BACKLINE_DATABASE_URL'], keys.good)
      for (const [name, bytes] of pages) outputs.set(name, bytes)
      if (killStores !== undefined) {
        await killStores()
        const { answers: later, statuses: laterStatuses } = await provoke(server.origin, keys)
        for (const [name, bytes] of later) outputs.set(`${name}, without stores`, bytes)
        assert.ok(laterStatuses.has(503), 'the stores are unavailable')
        const { stdout, stderr } = backline(dataDir, ['keys', 'list'], settings)
        addOutput('keys list, without stores', stdout + stderr)
      }
      server.kill('SIGWINCH')
      assert.equal(await server.ended, 1, 'SIGWINCH crashes it')
      addOutput('the log', server.log())
      addOutput('stderr', server.said())
      for (const place of [
        dataDir,
        backup,
        ...(killStores === undefined ? [] : [join(folder, 'stores')]),
      ]) {
        for (const entry of readdirSync(place, { recursive: true, withFileTypes: true })) {
          const path = join(entry.parentPath, entry.name)
          if (entry.isFile()) outputs.set(path, readFileSync(path))
        }
      }
    })

    it('leaks no secret into answers, logs, errors, metrics, files, backups or a crash', () => {
      assert.match(String(outputs.get('the log')), /planted crash/)
      assert.match(
        String(outputs.get('the log')),
        new RegExp(keys.good.slice(4, 16)),
        'a public id',
      )
      const stored = [...outputs].filter(([, bytes]) => bytes.includes(keys.good.slice(4, 16)))
      assert.ok(
        stored.some(([name]) => /accounts\.db$|stores\/postgres/.test(name)),
        'public ids are stored',
      )
      assert.ok(
        stored.some(([name]) => name.startsWith('records ')),
        'records name keys by their public ids',
      )
      const leaks = findLeaks(outputs, [...deployment.secrets, ...canariesOf(keys)])
      assert.deepEqual(
        leaks.filter((leak) => !isShown(leak)),
        [],
      )
    })

    it('keeps no key of a finished request in its heap', () => {
      const place: Outputs = new Map([['heap', heap]])
      // The arguments of a call stay with its cached answer, whatever they are.
      const retained = new Set(['pepper', 'typed key'])
      const shown = canariesOf(keys).filter(({ name }) => !retained.has(name))
      assert.deepEqual(findLeaks(place, shown), [])
      // The pepper must be in memory; finding it shows that the search works.
      assert.ok(findLeaks(place, [{ name: 'pepper', secret: PEPPER }]).length > 0)
    })
  })
}

describe('findLeaks', () => {
  it('finds a log line with the authorization of a request in any encoding', async () => {
    const dataDir = join(folder, 'planted')
    setDataset(dataDir)
    const keys = createKeys(dataDir, {})
    const server = await serve(dataDir, {
      NODE_OPTIONS: `--import=${FAULT_INJECTION}`,
      PLANTED_LEAK: '1',
    })
    await send(server.origin, '/api/open/v1/game/jp/announcements', { key: keys.good })
    server.kill('SIGTERM')
    await server.ended
    const outputs: Outputs = new Map([['the log', Buffer.from(server.log())]])
    const found = findLeaks(outputs, canariesOf(keys))
    assert.deepEqual(new Set(found.map(({ canary }) => canary)), new Set(['good key']))
    const encodings = found.map(({ encoding }) => encoding)
    assert.deepEqual(
      new Set(encodings),
      new Set(['plain', 'hex', 'base64', 'base64url', 'URL', 'reversed']),
    )
  })

  it('finds every encoding at every position in a text', () => {
    const secret = 'canary-1234567890+/='
    for (const front of ['', 'a', 'ab', 'abc']) {
      const text = Buffer.from(`${front}${secret}behind`)
      const forms = {
        plain: text.toString(),
        hex: text.toString('hex'),
        base64: text.toString('base64'),
        base64url: text.toString('base64url'),
        URL: encodeURIComponent(text.toString()),
        'UTF-16': Buffer.from(text.toString(), 'utf16le'),
        reversed: Array.from(text.toString()).toReversed().join(''),
      }
      for (const [encoding, form] of Object.entries(forms)) {
        const found = findLeaks(new Map([['it', Buffer.from(form)]]), [{ name: 'it', secret }])
        assert.ok(
          found.some((leak) => leak.encoding === encoding),
          `${encoding} after ${front}`,
        )
      }
      assert.deepEqual(
        findLeaks(new Map([['it', Buffer.from(front)]]), [{ name: 'it', secret }]),
        [],
      )
    }
  })
})

describe('wrong settings', () => {
  it('are rejected without repeating a secret', () => {
    const outputs = new Map<string, Buffer>()
    const store = `user:${PASSWORD}@127.0.0.1:9/db`
    for (const [at, environment] of [
      { BACKLINE_KEY_PEPPER: PASSWORD },
      { BACKLINE_DATABASE_URL: `mysql://${store}`, BACKLINE_KEY_PEPPER: PEPPER },
      { BACKLINE_DATABASE_URL: `postgres://${store}` },
      { BACKLINE_VALKEY_URL: `http://${store}` },
      { BACKLINE_GATEWAY_URL: `https://${store}`, BACKLINE_GATEWAY_KEY: INTERNAL_KEY },
      { BACKLINE_GATEWAY_URL: 'https://host/', BACKLINE_GATEWAY_KEY: `${PASSWORD} ${PASSWORD}` },
      { BACKLINE_GATEWAY_KEY: INTERNAL_KEY },
      { BACKLINE_KEY_PEPPER_FILE: join(folder, 'not-there'), BACKLINE_KEY_PEPPER: PEPPER },
    ].entries()) {
      assert.throws(
        () => readConfig(environment),
        (error) => {
          outputs.set(`settings ${at}`, Buffer.from(explain(error) + inspect(error)))
          return true
        },
      )
    }
    for (const [name, url] of [
      ['BACKLINE_DATABASE_URL', `postgres://${store}`],
      ['BACKLINE_VALKEY_URL', `redis://${store}`],
    ] as const) {
      const more = { [name]: url, BACKLINE_KEY_PEPPER: PEPPER }
      for (const words of [
        ['config', 'check'],
        ['keys', 'list'],
      ]) {
        const { stdout, stderr } = backline(join(folder, 'away'), words, more)
        outputs.set(`${name} ${words.join(' ')}`, Buffer.from(stdout + stderr))
      }
    }
    const canaries = { pepper: PEPPER, password: PASSWORD, 'internal key': INTERNAL_KEY }
    assert.deepEqual(
      findLeaks(
        outputs,
        Object.entries(canaries).map(([name, secret]) => ({ name, secret })),
      ),
      [],
    )
  })
})

/** Starts a server that is killed at the end of the tests at the latest. */
async function serve(
  dataDir: string,
  more: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const server = await startServer(dataDir, { words: ['serve'], more })
  after(() => server.kill('SIGKILL'))
  return server
}

function setDataset(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true })
  copyFileSync(dataset, join(dataDir, 'dataset.db'))
}

/**
 * Returns whether a leak is intended: `config check` shows operators the gateway URLs that they
 * set.
 */
function isShown({
  output,
  canary,
}: {
  readonly output: string
  readonly canary: string
}): boolean {
  return output === 'config check' && ['gateway host', 'gateway path'].includes(canary)
}

function run(
  dataDir: string,
  words: readonly string[],
  more: Readonly<Record<string, string>>,
): string {
  const { status, stdout, stderr } = backline(dataDir, words, more)
  assert.equal(status, 0, `${words.join(' ')}: ${stderr}`)
  return stdout
}

/** Creates keys of every kind with the command line, the only output that may show a key. */
function createKeys(dataDir: string, settings: Readonly<Record<string, string>>): ShownKeys {
  const create = (scopes: string) => {
    const who = ['--developer', 'canary', '--existing']
    const words = ['keys', 'create', ...who, '--regions', 'all', '--json']
    const output = run(dataDir, [...words, '--scopes', scopes], settings)
    return JSON.parse(output) as { readonly key: string; readonly id: string }
  }
  const [good, scopeless, revoked] = [create('all'), create('game:decks'), create('all')]
  run(dataDir, ['keys', 'revoke', revoked.id], settings)
  return {
    good: good.key,
    scopeless: scopeless.key,
    revoked: revoked.key,
    wrongSecret: forgeKey(good.id),
    unknown: forgeKey(),
    internal: INTERNAL_KEY,
    typed: forgeKey(),
  }
}

/** Returns the secret part of each key, and the pepper. Public ids are no secret. */
function canariesOf(keys: ShownKeys): readonly Canary[] {
  const { internal: _, ...developerKeys } = keys
  return [
    { name: 'pepper', secret: PEPPER },
    ...Object.entries(developerKeys).map(([name, key]) => ({
      name: `${name} key`,
      secret: key.slice(17, 49),
    })),
  ]
}

/** Returns the heap dump once it is complete: while it is written, the server answers nothing. */
async function finishedDump(dumps: string, adminOrigin: string): Promise<Buffer> {
  while (!readdirSync(dumps).some((name) => name.endsWith('.heapsnapshot'))) await sleep(10)
  // An idle connection may have been closed meanwhile.
  while (!(await send(adminOrigin, '/livez').then(Boolean, () => false))) await sleep(10)
  return readFileSync(join(dumps, readdirSync(dumps)[0] ?? ''))
}
