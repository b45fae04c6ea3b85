import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { after, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { get, startServer } from './run-backline.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const folder = temporaryFolder()
// The folder in which its imports resolve, as for an operator who installs them beside the program.
const beside = join(ROOT, 'node_modules', '.cache', `backline-test-${process.pid}`)
after(() => rmSync(beside, { recursive: true, force: true }))

it('records spans with the SDK of docs/traces.md, and logs in the text format when configured', async () => {
  const document = readFileSync(join(ROOT, 'docs', 'traces.md'), 'utf8')
  const [, code = ''] = /<!-- otel\.mjs -->\s+```js\n([\s\S]*?)```/.exec(document) ?? []
  assert.ok(code.includes('OTLPTraceExporter') && code.includes('BatchSpanProcessor'))
  mkdirSync(beside, { recursive: true })
  const file = join(beside, 'otel.mjs')
  // The same, except that it exports spans immediately and to no server.
  const told = code
    .replace(/^import \{ OTLPTraceExporter \}.*$/m, '')
    .replace('new OTLPTraceExporter()', 'new ConsoleSpanExporter()')
    .replaceAll('BatchSpanProcessor', 'SimpleSpanProcessor')
    .replace('SimpleSpanProcessor }', 'ConsoleSpanExporter, SimpleSpanProcessor }')
  writeFileSync(file, told)
  const server = await startServer(join(folder, 'data'), {
    words: ['serve'],
    more: {
      NODE_OPTIONS: `--import=${pathToFileURL(file).href}`,
      BACKLINE_LOG: 'pretty',
      BACKLINE_GATEWAY_URL: 'http://127.0.0.1:1',
      BACKLINE_GATEWAY_KEY: 'internal-key',
    },
  })
  const path = '/api/open/v1/game/jp/circle/7654321'
  assert.equal((await get(`${server.origin}${path}`)).status, 401)
  assert.equal((await fetch(`${server.adminOrigin}/metrics`)).status, 200)
  server.kill('SIGTERM')
  assert.equal(await server.ended, 0)
  const log = server.log()
  assert.match(log, /name: 'GET circle\.get'/)
  assert.match(log, /'service\.name': 'backline'/)
  assert.match(log, /^\d\d:\d\d:\d\d\.\d{3} {3}401 GET circle\.get invalid_api_key [\d.]+ms /m)
  assert.ok(!log.includes('7654321'))
})

it('logs failed requests only, unless configured', async () => {
  const server = await startServer(join(folder, 'failed', 'data'), {
    words: ['serve'],
    more: {
      BACKLINE_LOG: 'json',
      BACKLINE_GATEWAY_URL: 'http://127.0.0.1:1',
      BACKLINE_GATEWAY_KEY: 'internal-key',
    },
  })
  assert.equal((await get(`${server.origin}/api/public/openapi.json`)).status, 200)
  assert.equal((await get(`${server.origin}/api/open/v1/game/jp/circle/1`)).status, 401)
  server.kill('SIGTERM')
  assert.equal(await server.ended, 0)
  const statuses = [...server.log().matchAll(/"type":"request\.answered".*?"status":(\d+)/g)]
  assert.deepEqual(
    statuses.map(([, status]) => status),
    ['401'],
  )
})
