import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { join } from 'node:path'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { backline, get, type ServerProcess } from './run-backline.ts'
import { startDemo } from './start-demo.ts'

const folder = temporaryFolder()
const dataDir = join(folder, 'data')
const BOARD = '/api/open/v1/game/jp/announcements'
let server: ServerProcess

before(async () => {
  server = await startDemo(dataDir)
})
after(async () => {
  server.kill('SIGTERM')
  await server.ended
})

function run(...words: string[]) {
  const finished = backline(dataDir, words)
  assert.equal(finished.status, 0, finished.stderr)
  return finished.stdout
}

const json = (...words: string[]) => JSON.parse(run(...words, '--json')) as Record<string, never>
const create = (...words: string[]) =>
  json(
    'keys',
    'create',
    '--developer',
    'Ann',
    '--existing',
    '--scopes',
    'all',
    '--regions',
    'jp,tw',
    ...words,
  ) as unknown as {
    key: string
    id: string
  }
const ask = async (key: string) => (await get(server.origin + BOARD, key)).status

/** Sends requests until the status is `status`; returns how long that took. */
async function until(status: number, key: string): Promise<number> {
  const start = performance.now()
  while ((await ask(key)) !== status) assert.ok(performance.now() - start < 1_000, 'after a second')
  return performance.now() - start
}

describe('the command line, while a server runs', () => {
  it('creates a key that works at once, with its grants', async () => {
    const { key, id } = create('--application', 'bot', '--expires', '90d')
    assert.match(key, new RegExp(`^bkl_${id}_`))
    assert.equal(await ask(key), 200)
    assert.equal((await get(server.origin + BOARD.replace('/jp/', '/kr/'), key)).status, 403)
    const shown = json('keys', 'show', id) as unknown as Record<string, unknown>
    assert.deepEqual(
      [shown['developer'], shown['application'], shown['state'], shown['regions']],
      ['Ann', 'bot', 'active', ['tw', 'jp']],
    )
    assert.ok(!JSON.stringify(shown).includes(key.slice(-38)))
  })

  it('revokes a key within a second, by its id or by the complete leaked key', async () => {
    for (const how of ['id', 'key'] as const) {
      const made = create()
      assert.equal(await ask(made.key), 200)
      assert.match(run('keys', 'revoke', made[how]), /was revoked at/)
      await until(401, made.key)
    }
  })

  it('rotates a key: both work in the overlap, and the old one ends with it', async () => {
    const old = create()
    const next = json('keys', 'rotate', old.id, '--overlap', '1h') as unknown as {
      key: string
      id: string
    }
    assert.deepEqual([await ask(old.key), await ask(next.key)], [200, 200])
    const end = Number(json('keys', 'show', old.id)['expiresAtMs'])
    assert.ok(Math.abs(end - Date.now() - 3_600_000) < 60_000)
    const last = json('keys', 'rotate', next.id, '--overlap', '0s') as unknown as { key: string }
    await until(401, next.key)
    assert.equal(await ask(last.key), 200)
  })

  it('sets limits that apply within a second, to all keys of the developer together', async () => {
    const keys = [create('--minute', '4', '--day', '1000'), create()]
    const limits = async () =>
      (await get(`${server.origin}/api/developer/v1/quota`, keys[1]?.key)).json
    assert.equal(((await limits())['minute'] as { limit: number }).limit, 4)
    run('developers', 'set-limits', 'Ann', '--minute', '100000')
    const start = performance.now()
    while (((await limits())['minute'] as { limit: number }).limit !== 100_000) {
      assert.ok(performance.now() - start < 1_000)
    }
    assert.equal(
      ((await limits())['day'] as { limit: number }).limit,
      1_000,
      'what was not given stays',
    )
    run('developers', 'set-limits', 'Ann', '--day', 'default')
    const developers = json('developers', 'list') as unknown as {
      name: string
      limits: { day: number }
    }[]
    assert.equal(developers.find(({ name }) => name === 'Ann')?.limits.day, 50_000)
  })

  it('lists keys and developers as tables', () => {
    const { id } = create()
    assert.match(run('keys', 'list'), new RegExp(`${id}  Ann .*active +tw,jp`))
    assert.match(run('developers', 'list'), /NAME +MINUTE +DAY +CONCURRENCY/)
  })

  it('rejects every key of a suspended developer within a second, and accepts them after reinstatement', async () => {
    const keys = [create('--name', 'one'), create('--name', 'two')]
    for (const { key } of keys) assert.equal(await ask(key), 200)
    assert.match(run('developers', 'suspend', 'Ann'), /Ann is suspended/)
    for (const { key } of keys) await until(401, key)
    assert.match(run('developers', 'list'), /^Ann .* suspended /m)
    assert.equal(json('developers', 'reinstate', 'Ann')['state'], 'active')
    for (const { key } of keys) await until(200, key)
  })

  it('applies the limits of a plan within a second, except where the developer has individual ones', async () => {
    const words = ['--developer', 'Bea', '--scopes', 'all', '--regions', 'all', '--minute', '70']
    const { key } = json('keys', 'create', ...words) as unknown as { key: string }
    const limits = async () => {
      const quota = await get(`${server.origin}/api/developer/v1/quota`, key)
      return ['minute', 'day'].map((name) => (quota.json[name] as { limit: number }).limit)
    }
    const untilLimits = async (...expected: number[]) => {
      const start = performance.now()
      while (String(await limits()) !== String(expected)) {
        assert.ok(performance.now() - start < 1_000, String(await limits()))
      }
    }
    run('plans', 'set', 'gold', '--minute', '600', '--day', '9000')
    run('developers', 'set-plan', 'Bea', 'gold')
    await untilLimits(70, 9_000)
    run('plans', 'set', 'gold', '--day', '9500')
    await untilLimits(70, 9_500)
    assert.match(run('plans', 'list'), /^gold +600 +9500 +default +all +all +1$/m)
    run('plans', 'remove', 'gold')
    await untilLimits(70, 50_000)
    run('plans', 'set', 'silver', '--day', '8000')
    run('developers', 'set-plan', 'Bea', 'silver')
    await untilLimits(70, 8_000)
    run('developers', 'set-plan', 'Bea', 'none')
    await untilLimits(70, 50_000)
  })

  it('revokes a key from standard input, so that it is in no shell history or process list', async () => {
    const { key, id } = create('--name', 'piped')
    const revoke = (input: string) => backline(dataDir, ['keys', 'revoke', '-'], {}, input)
    for (const input of ['', ' \n', `${key} ${key}`, 'x'.repeat(5_000)]) {
      const { status, stderr } = revoke(input)
      assert.equal(status, 1)
      assert.match(stderr, /Standard input must contain/)
      assert.doesNotMatch(stderr, /bkl_/)
    }
    assert.equal(await ask(key), 200)
    const { status, stdout, stderr } = revoke(`${key}\n`)
    assert.equal(status, 0, stderr)
    assert.match(stdout, new RegExp(`Key ${id} was revoked`))
    await until(401, key)
  })

  it('lists the audit trail, the newest entry first', () => {
    const { id } = create('--name', 'told')
    run('keys', 'revoke', id)
    const entries = json('audit', '--developer', 'Ann', '--limit', '2') as unknown as {
      action: string
      subject: string
      by: { kind: string }
    }[]
    assert.deepEqual(
      entries.map(({ action, subject, by }) => [action, subject, by.kind]),
      [
        ['key.revoked', id, 'command'],
        ['key.created', id, 'command'],
      ],
    )
    assert.match(run('audit', '--limit', '1'), /TIME +ACTION +BY +DEVELOPER +WHAT/)
    assert.match(run('keys', 'list'), new RegExp(`${id}  Ann +default +told +revoked`))
  })

  const mistakes: readonly (readonly [words: string[], says: RegExp])[] = [
    [['keys', 'create', '--developer', 'x', '--scopes', 'all'], /required option '--regions/],
    [
      ['keys', 'create', '--developer', 'x', '--scopes', 'rankings', '--regions', 'jp'],
      /unknown value "rankings"\. Use all, or one or more of game:announcements/,
    ],
    [
      ['keys', 'create', '--developer', 'x', '--scopes', 'all', '--regions', 'JP'],
      /unknown value "JP"\. Use all, or one or more of tw, jp, en, kr/,
    ],
    [
      ['keys', 'create', '--developer', ' ', '--scopes', 'all', '--regions', 'jp'],
      /--developer takes a name/,
    ],
    [
      ['keys', 'create', '--developer', 'x', '--scopes', 'all', '--regions', 'jp', '--minute', '0'],
      /--minute takes an integer/,
    ],
    [
      [
        'keys',
        'create',
        '--developer',
        'x',
        '--scopes',
        'all',
        '--regions',
        'jp',
        '--expires',
        'soon',
      ],
      /--expires takes a duration/,
    ],
    [['keys', 'show', 'nobody'], /There is no key with this id/],
    [['keys', 'revoke', 'nobody'], /There is no key with this id/],
    [['keys', 'rotate', 'nobody'], /There is no key with this id/],
    [
      ['developers', 'set-limits', 'nobody', '--minute', '5'],
      /There is no developer with this name/,
    ],
    [['developers', 'set-limits', 'demo'], /at least one of --minute/],
    [['developers', 'suspend', 'nobody'], /There is no developer with this name/],
    [['developers', 'set-plan', 'Ann', 'nothing'], /There is no plan with this name/],
    [['plans', 'remove', 'nothing'], /There is no plan with this name/],
    [['plans', 'set', 'none'], /A plan cannot be named none/],
    [['audit', '--developer', 'nobody'], /There is no developer with this name/],
    [['audit', '--limit', '0'], /--limit takes an integer/],
    [['nonsense'], /unknown command/],
  ]
  for (const [words, says] of mistakes) {
    it(`explains what is wrong with "${words.join(' ')}"`, () => {
      const { status, stdout, stderr } = backline(dataDir, words)
      assert.deepEqual([status, stdout], [1, ''])
      assert.match(stderr, says)
    })
  }

  it('does not rotate a key twice, and names its successor', () => {
    const { id } = create()
    const next = json('keys', 'rotate', id) as unknown as { id: string }
    const { status, stderr } = backline(dataDir, ['keys', 'rotate', id])
    assert.equal(status, 1)
    assert.match(stderr, new RegExp(`already rotated. Rotate its successor: ${next.id}`))
    assert.equal(json('keys', 'show', next.id)['expiresAtMs'], null)
  })

  it('does not rotate a revoked key', () => {
    const { id } = create()
    run('keys', 'revoke', id)
    assert.match(
      backline(dataDir, ['keys', 'rotate', id]).stderr,
      /cannot be rotated. Create a new one/,
    )
  })
})

describe('backline config check', () => {
  it('shows the effective settings without secrets', () => {
    const { status, stdout } = backline(dataDir, ['config', 'check'], {
      BACKLINE_KEY_PEPPER: 'p'.repeat(40),
    })
    assert.equal(status, 0)
    assert.match(stdout, /BACKLINE_KEY_PEPPER +\(hidden\) +environment/)
    assert.match(stdout, /BACKLINE_DEFAULT_MINUTE +300 +default/)
    assert.ok(!stdout.includes('pppp'))
  })

  it('lists all problems at once, without secrets', () => {
    const { status, stderr } = backline(dataDir, ['config', 'check'], {
      BACKLINE_LISTEN: '8787',
      BACKLINE_DEFAULT_DAY: '0',
      BACKLINE_KEY_PEPPER: 'short-secret',
      BACKLINE_LISTNE: '127.0.0.1:1',
      BACKLINE_PUBLIC_URL: 'example.org/path',
    })
    assert.equal(status, 1)
    for (const name of [
      'LISTEN must',
      'DEFAULT_DAY must',
      'KEY_PEPPER must',
      'LISTNE is not',
      'PUBLIC_URL must',
    ]) {
      assert.ok(stderr.includes(`BACKLINE_${name}`), name)
    }
    assert.ok(!stderr.includes('short-secret'))
  })

  it('requires two different addresses and a data folder that can be created', () => {
    const same = { BACKLINE_LISTEN: '127.0.0.1:1', BACKLINE_ADMIN_LISTEN: '127.0.0.1:1' }
    assert.match(backline(dataDir, ['config', 'check'], same).stderr, /must not be the same/)
    const inFile = join(dataDir, 'accounts.db', 'folder')
    assert.match(backline(inFile, ['config', 'check']).stderr, /accounts.db is not a folder/)
  })

  it('reads a secret from a file, and reports when it cannot', () => {
    const { status, stderr } = backline(dataDir, ['config', 'check'], {
      BACKLINE_KEY_PEPPER_FILE: join(folder, 'none'),
    })
    assert.equal(status, 1)
    assert.match(stderr, /BACKLINE_KEY_PEPPER_FILE cannot be read \(ENOENT\)/)
  })
})
