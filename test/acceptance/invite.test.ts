import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { freePort } from '../../scripts/cluster/free-port.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { backline, type ServerProcess } from './run-backline.ts'
import { startDemo } from './start-demo.ts'

const folder = temporaryFolder()
const dataDir = join(folder, 'data')
let server: ServerProcess
let more: Readonly<Record<string, string>>

before(async () => {
  more = { BACKLINE_LISTEN: `127.0.0.1:${await freePort()}` }
  server = await startDemo(dataDir, { more })
})
after(async () => {
  server.kill('SIGTERM')
  await server.ended
})

const run = (...words: readonly string[]) => backline(dataDir, ['developers', ...words], more)
const invite = (...words: readonly string[]) => {
  const finished = run('invite', ...words, '--json')
  assert.equal(finished.status, 0, finished.stderr)
  return JSON.parse(finished.stdout) as {
    readonly link: string
    readonly expiresAtMs: number
    readonly isOperator: boolean
  }
}

async function ask(path: string, { body, cookie = '' }: { body?: unknown; cookie?: string } = {}) {
  const answer = await fetch(`${server.origin}/portal/api/v1${path}`, {
    headers: { cookie, origin: server.origin, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  const json = (await answer.json()) as Record<string, unknown>
  const [set = ''] = answer.headers.getSetCookie()
  return { status: answer.status, json, cookie: set.split(';')[0] ?? '' }
}

describe('an invitation from the command line', () => {
  it('leads a new user of the demo into the portal', async () => {
    assert.ok(server.said().includes(`The portal is at ${server.origin}/portal.`), server.said())
    const [, hint = ''] = /npx backline developers (invite .*)/.exec(server.said()) ?? []
    assert.equal(hint, 'invite --developer me --operator')
    const { link, isOperator } = invite(...hint.split(' ').slice(1))
    assert.equal(isOperator, true)
    const [page = '', token] = link.split('#')
    assert.equal(page, `${server.origin}/portal/sign-in`)
    assert.equal((await fetch(page)).status, 200)
    const looked = await ask('/sign-in/link/look', { body: { token } })
    assert.deepEqual([looked.status, looked.json['name']], [200, 'me'])
    const { status, cookie } = await ask('/sign-in/link', { body: { token } })
    assert.equal(status, 200)
    const { developer } = (await ask('/sign-in', { cookie })).json
    assert.deepEqual((developer as Record<string, unknown>)['isOperator'], true)
    assert.equal((await ask('/sign-in/link', { body: { token } })).status, 410)
    assert.equal(server.log().includes(token ?? ''), false)
    assert.equal(server.log().includes(cookie.split('=')[1] ?? ''), false)
  })

  it('states its developer and expiry, and that the server must run', () => {
    const { status, stdout } = run('invite', '--developer', 'Ann', '--valid', '2h')
    assert.equal(status, 0)
    assert.match(stdout, /^http:\/\/127\.0\.0\.1:\d+\/portal\/sign-in#[\w-]{43}\n/)
    assert.match(stdout, /as Ann\. It works once, until \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
    assert.match(stdout, /"backline serve" must be running/)
    const { expiresAtMs } = invite('--developer', 'Ann', '--existing', '--valid', '2h')
    assert.ok(Math.abs(expiresAtMs - Date.now() - 7_200_000) < 60_000)
  })

  it('is rejected when its link would not work', () => {
    for (const [changed, words, said] of [
      [{ BACKLINE_PORTAL_LISTEN: 'off' }, [], /The portal is off/],
      [{ BACKLINE_LISTEN: '127.0.0.1:0' }, [], /Set BACKLINE_PORTAL_URL/],
      [{}, ['--valid', '31d'], /at most 30d/],
      [{}, ['--valid', 'long'], /--valid takes a duration/],
    ] as const) {
      const { status, stderr } = backline(
        dataDir,
        ['developers', 'invite', '--developer', 'Bob', ...words],
        { ...more, ...changed },
      )
      assert.notEqual(status, 0)
      assert.match(stderr, said)
    }
    assert.equal(backline(dataDir, ['developers', 'list'], more).stdout.includes('Bob'), false)
  })

  it('uses the configured origin', () => {
    const { stdout } = backline(dataDir, ['developers', 'invite', '--developer', 'Zoe'], {
      ...more,
      BACKLINE_PORTAL_URL: 'https://portal.example.org/',
    })
    assert.match(stdout, /^https:\/\/portal\.example\.org\/portal\/sign-in#/)
  })

  it('grants and removes the operator role at once', async () => {
    const { link } = invite('--developer', 'Olga')
    const { cookie } = await ask('/sign-in/link', { body: { token: link.split('#')[1] } })
    const status = async () => (await ask('/operator/invitations', { cookie })).status
    assert.equal(await status(), 404)
    const refused = run('set-role', 'Olga', 'operator')
    assert.equal(refused.status, 1)
    assert.match(refused.stderr, /developer named Olga already exists\. Nothing was changed/)
    assert.equal(await status(), 404)
    const [, id = ''] = /use the id (dev_\w+) /.exec(refused.stderr) ?? []
    assert.equal(run('set-role', id, 'operator').stdout, 'Olga is now an operator.\n')
    assert.equal(await status(), 200)
    assert.equal(run('set-role', 'Olga', 'developer').stdout, 'Olga is now a developer.\n')
    assert.equal(await status(), 404)
    assert.match(run('set-role', 'nobody', 'operator').stderr, /no developer with this name/)
    assert.match(run('set-role', 'Olga', 'king').stderr, /operator or developer/)
  })
})
