import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runPython, startPythonClient, type PythonClient } from '../harness/python.ts'
import { skipWithout } from '../harness/servers.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { startServer, type ServerProcess } from './run-backline.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const folder = temporaryFolder()

/** An operation of the OpenAPI document of the server. */
interface Described {
  readonly operationId: string
  readonly parameters: readonly {
    readonly name?: string
    readonly in?: string
    readonly required?: boolean
    readonly example?: unknown
  }[]
}

describe('the Python client', { skip: skipWithout('python3') }, () => {
  let server: ServerProcess
  let key: string
  let client: PythonClient
  let operations: readonly (readonly [path: string, operation: Described])[]

  before(async () => {
    const dataDir = join(folder, 'data')
    server = await startServer(dataDir, {
      // A board that is refetched soon, so that watching it does not take long.
      more: { BACKLINE_DEFAULT_MINUTE: '3000', BACKLINE_CACHE_TTL_MS: 'event.ranking=1000' },
    })
    key = readFileSync(join(dataDir, 'demo-key'), 'utf8').trim()
    client = startPythonClient(server.origin, key, { fill_defaults: false })
    const document = await (await fetch(`${server.origin}/api/open/openapi.json`)).json()
    const { paths } = document as { paths: Record<string, { get: Described }> }
    operations = Object.entries(paths)
      .map(([path, { get }]) => [path, get] as const)
      .filter(([, { operationId }]) => !operationId.includes('ByPath'))
  })
  after(async () => {
    await client.stop()
    server.kill('SIGTERM')
    await server.ended
  })

  it('is served by the server, identical to the file in the project', async () => {
    const answer = await fetch(`${server.origin}/docs/files/backline.py`)
    assert.equal(answer.status, 200)
    assert.equal(
      await answer.text(),
      readFileSync(join(ROOT, 'client', 'python', 'backline.py'), 'utf8'),
    )
  })

  it('has a method for every operation, which returns the answer of the server', async () => {
    assert.ok(operations.length > 10)
    for (const [path, { operationId, parameters }] of operations) {
      for (const withOptional of [false, true]) {
        const given = parameters.filter(
          ({ name, required }) => name !== undefined && (required === true || withOptional),
        )
        const address = addressOf(path, given)
        const plain = await fetch(`${server.origin}${address}`, {
          headers: { authorization: `Bearer ${key}` },
        })
        const body = Buffer.from(await plain.arrayBuffer())
        const options = Object.fromEntries(
          given.map(({ name = '', example }) => [argument(name), example]),
        )
        const outcome = await client.call(snakeCase(operationId), 'jp', options)
        const isImage = plain.headers.get('content-type') === 'image/png'
        assert.equal(plain.status, 200, address)
        assert.deepEqual(
          outcome.data,
          isImage ? body.toString('base64') : JSON.parse(body.toString()),
          `${operationId}: ${outcome.text}`,
        )
        const laterMs =
          (outcome.freshness?.['fetched_at_ms'] ?? 0) - Number(plain.headers.get('x-fetched-at'))
        assert.ok(laterMs >= 0 && laterMs < 60_000, `${laterMs} ms`)
      }
    }
  })

  it('has a method for every public operation, without a key', async () => {
    const document = await (await fetch(`${server.origin}/api/public/openapi.json`)).json()
    const { paths } = document as { paths: Record<string, { get: Described }> }
    const region = '/api/public/v1/game/jp'
    const current = await (await fetch(`${server.origin}${region}/events/current`)).json()
    const [event] = (current as { events: { id: string }[] }).events
    for (const [path, { get: operation }] of Object.entries(paths)) {
      const { operationId, parameters } = operation
      if (['followLive', 'getExport'].includes(operationId)) continue
      const given = parameters
        .filter(({ name, required }) => name !== undefined && required === true)
        .map((one) => (one.name === 'eventId' ? { ...one, example: event?.id } : one))
      const plain = await fetch(`${server.origin}${addressOf(path, given)}`)
      const options = Object.fromEntries(
        given.map(({ name = '', example }) => [argument(name), example]),
      )
      const outcome = await client.call(snakeCase(operationId), 'jp', options)
      assert.equal(outcome.status ?? 200, plain.status, `${operationId}: ${outcome.text}`)
      if (plain.status !== 200) continue
      const isMessage = plain.headers.get('content-type') === 'application/json'
      const body = isMessage ? Object.keys((await plain.json()) as object) : 'string'
      const found = isMessage ? Object.keys(outcome.data as object) : typeof outcome.data
      assert.deepEqual(found, body, operationId)
    }
  })

  it('joins the parts of a board that is too large for one request', async () => {
    const ranks = Array.from({ length: 250 }, (_, at) => at + 1)
    const outcome = await client.call('get_event_ranking', 'jp', { event_id: '2004', ranks })
    const rows: unknown[] = []
    for (const at of [0, 100, 200]) {
      const path = `/api/open/v1/game/jp/event/2004/ranking/${ranks.slice(at, at + 100).join(',')}`
      const answer = await fetch(`${server.origin}${path}`, {
        headers: { authorization: `Bearer ${key}` },
      })
      rows.push(...((await answer.json()) as { ranking: unknown[] }).ranking)
    }
    assert.equal(outcome.request_ids?.length, 3)
    assert.deepEqual((outcome.data as { ranking: unknown[] }).ranking, rows)
    assert.deepEqual(Object.keys(outcome.by_rank ?? {}).map(Number), ranks)
    assert.deepEqual(Object.values(outcome.by_rank ?? {}).flat(), rows)
  })

  it('paces twenty concurrent threads so that no request is rejected', () => {
    const program = `
import os, sys, threading
from backline import Client
client = Client(sys.argv[1], os.environ["DEVELOPER_KEY"])
failed = []
def work():
    try:
        for _ in range(10):
            client.get_music_ranking("jp", music_id="2201")
    except Exception as error:
        failed.append(repr(error))
threads = [threading.Thread(target=work) for _ in range(20)]
for thread in threads: thread.start()
for thread in threads: thread.join()
client.close()
sys.exit(str(failed) if failed else 0)`
    const { status, stderr } = runPython(['-c', program, server.origin], { DEVELOPER_KEY: key })
    assert.equal(status, 0, stderr)
    assert.ok(!server.log().includes('"status":429'))
  })

  for (const document of ['client/python/README.md']) {
    it(`does what ${document} shows`, () => {
      const text = readFileSync(join(ROOT, document), 'utf8')
      const blocks = (language: string) =>
        [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(
          ([, block = '']) => block,
        )
      const here = (lines: readonly string[]) =>
        lines.join('\n').replaceAll('http://127.0.0.1:8787', server.origin)
      const place = mkdtempSync(join(folder, 'bot-'))
      const shell = spawnSync('sh', ['-ec', here(blocks('sh'))], { cwd: place, encoding: 'utf8' })
      assert.equal(shell.status, 0, shell.stderr)
      // The client that the shell has downloaded is found before any other.
      const file = join(place, 'shown.py')
      writeFileSync(file, `${here(blocks('python'))}\nbackline.close()\n`)
      const { status, stdout, stderr } = runPython([file], { DEVELOPER_KEY: key })
      assert.equal(status, 0, stderr)
      // Other demos have other points.
      const shape = (lines: string) => lines.replaceAll(/[0-9]+/g, '0')
      const shown = blocks('text').join('')
      assert.ok(stdout.trim().length > 0)
      assert.ok(shape(stdout).startsWith(shape(shown)), stdout)
    })
  }
})

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Returns the Python name of a query parameter. */
function argument(name: string): string {
  return name === 'playerProfileId' ? 'profile_id' : snakeCase(name.replace('options.', ''))
}

function addressOf(path: string, given: Described['parameters']): string {
  const query = new URLSearchParams()
  let address = path.replace('{region}', 'jp')
  for (const { name = '', in: place, example } of given) {
    if (place === 'path') address = address.replace(`{${name}}`, String(example))
    else for (const value of [example].flat()) query.append(name, String(value))
  }
  return `${address}?${query.toString()}`.replace(/\?$/, '')
}
