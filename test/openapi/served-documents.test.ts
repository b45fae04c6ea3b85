import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { demoAnswers, EXAMPLE_DEMO } from '../../scripts/demo-answers.ts'
import { OPERATION_IDS } from '../../src/game/operations.ts'
import { PUBLIC_ROOT } from '../../src/history/api/public-prefix.ts'
import { checkPublicRefusal } from '../harness/check-public-answer.ts'
import { checkRefusal } from '../harness/check-answer.ts'
import { FORMS, targetOf } from '../harness/request-of.ts'
import { send } from '../harness/send.ts'
import { TEST_SEED } from '../harness/copy-test-dataset.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { readProjectFile } from '../conventions/project-files.ts'

const folder = temporaryFolder()
const { boardRows, searchResults, announcements } = EXAMPLE_DEMO.sizes
let test: TestService

before(async () => {
  test = await startTestService({
    folder,
    environment: {
      BACKLINE_BOARD_ROWS: String(boardRows),
      BACKLINE_SEARCH_RESULTS: String(searchResults),
      BACKLINE_ANNOUNCEMENTS: String(announcements),
    },
  })
})
after(() => test.stop())

const FILES = {
  '/api/open/openapi.json': 'openapi.json',
  '/api/open/openapi-3.0.json': 'openapi-3.0.json',
  '/api/developer/openapi.json': 'openapi-developer.json',
  '/api/public/openapi.json': 'openapi-public.json',
}

for (const [path, file] of Object.entries(FILES)) {
  describe(path, () => {
    it('is the committed document, for anyone and any page, and is asked for anew each time', async () => {
      const { status, headers, json } = await send(test.origin, path)
      assert.equal(status, 200)
      assert.deepEqual(json, JSON.parse(readProjectFile(file)))
      const { etag, date, connection, ...rest } = headers
      assert.ok(date !== undefined && connection !== undefined)
      assert.match(etag ?? '', /^"[\w-]{22}"$/)
      assert.match(rest['x-request-id'] ?? '', /^[0-9a-f]{24}$/)
      assert.deepEqual(
        { ...rest, 'x-request-id': '', 'content-length': '', 'keep-alive': '' },
        {
          'access-control-allow-origin': '*',
          'cache-control': 'no-cache',
          'content-length': '',
          'content-type': 'application/json',
          'keep-alive': '',
          vary: 'Accept-Encoding',
          'x-content-type-options': 'nosniff',
          'x-request-id': '',
        },
      )
    })

    it('is not sent again to whoever has it, in whatever encoding', async () => {
      const ask = (headers: Readonly<Record<string, string>>) =>
        send(test.origin, path, { headers })
      const plain = (await ask({})).headers['etag'] ?? ''
      const brotli = await ask({ 'Accept-Encoding': 'br' })
      assert.equal(brotli.headers['content-encoding'], 'br')
      assert.deepEqual(
        JSON.parse(brotliDecompressSync(brotli.body).toString()),
        JSON.parse(readProjectFile(file)),
      )
      assert.notEqual(brotli.headers['etag'], plain)
      for (const tag of [plain, `W/${plain}`, `"x", ${plain}`, '*', brotli.headers['etag'] ?? '']) {
        const { status, headers, body } = await ask({ 'If-None-Match': tag })
        assert.deepEqual([status, body.length, headers['etag']], [304, 0, plain])
      }
      assert.equal((await ask({ 'If-None-Match': '"other"' })).status, 200)
    })

    it('is refused like everything else, and then only our own origin may read why', async () => {
      for (const method of ['OPTIONS', 'POST']) {
        const { status, headers } = await send(test.origin, path, { method })
        assert.deepEqual([status, headers['allow']], [405, 'GET, HEAD'])
        assert.equal(headers['access-control-allow-origin'], undefined)
      }
      checkRefusal(await send(test.origin, `${path}?version=2`), 'invalid_request')
      // What stands beside a document belongs to its interface.
      const check = path.startsWith(PUBLIC_ROOT) ? checkPublicRefusal : checkRefusal
      check(await send(test.origin, `${path}/`), 'not_found')
      const escaped = path.replace('openapi', '%256Fpenapi')
      check(await send(test.origin, escaped), 'not_found')
    })
  })
}

describe('the documents as served', () => {
  it('are counted for nobody', async () => {
    const { text: key } = await test.issueKey({ limits: { minute: 1, day: 1, concurrency: 1 } })
    for (const path of Object.keys(FILES)) {
      assert.equal((await send(test.origin, path, { key })).status, 200)
    }
    const { json } = await send(test.origin, '/api/developer/v1/quota', { key })
    assert.equal((json as { day: { used: number } }).day.used, 0)
  })

  it('are, beside the public interface, the only thing that pages of other origins may read', async () => {
    for (const target of ['/api/developer/v1/quota', '/api/open/v1/game/jp/announcements']) {
      const { headers } = await send(test.origin, target, { key: (await test.issueKey()).text })
      assert.equal(headers['access-control-allow-origin'], undefined)
    }
  })

  it('name the bound of an arena window that is in force here', async () => {
    const own = await startTestService({
      folder: `${folder}/bound`,
      environment: { BACKLINE_ARENA_RANKS_MAX: '77' },
    })
    try {
      const { body } = await send(own.origin, '/api/open/openapi.json')
      const bounds = [...body.toString().matchAll(/"maxRanks":([0-9]+)/g)].map(([, bound]) => bound)
      assert.deepEqual(bounds, ['77', '77', '77'])
    } finally {
      await own.stop()
    }
  })

  it('name the aliases of X-Fetched-At, and the responses have them', async () => {
    const alias = 'X-Moenotes-Fetched-At'
    const own = await startTestService({
      folder: `${folder}/aliases`,
      environment: { BACKLINE_FETCHED_AT_ALIASES: alias },
    })
    try {
      const { text: key } = await own.issueKey()
      const answer = await send(own.origin, '/api/open/v1/game/jp/announcements', { key })
      assert.equal(answer.headers[alias.toLowerCase()], answer.headers['x-fetched-at'])
      const watches = await send(own.origin, '/api/public/v1/game/jp/watches')
      assert.match(watches.headers['access-control-expose-headers'] ?? '', new RegExp(alias))
      for (const path of ['/api/open/openapi.json', '/api/public/openapi.json']) {
        const text = (await send(own.origin, path)).body.toString()
        assert.equal(
          text.match(new RegExp(`"${alias}":{"\\$ref"`, 'g'))?.length,
          text.match(/"X-Fetched-At":{"\$ref"/g)?.length,
        )
      }
    } finally {
      await own.stop()
    }
  })

  it('say what no schema can, which the fuzzer found: dots in a path are segments', async () => {
    const text = (await send(test.origin, '/api/open/openapi.json')).body.toString()
    assert.match(text, /In a path `\.` and `\.\.` are dot segments/)
    const { text: key } = await test.issueKey()
    const ask = (path: string) => send(test.origin, `/api/open/v1/game/${path}`, { key })
    checkRefusal(await ask('jp/circles/search/.'), 'not_found')
    assert.equal((await ask('jp/circles/search?options.name=.')).status, 200)
  })

  it('have examples that are real answers of the demo', async () => {
    assert.equal(EXAMPLE_DEMO.seed, TEST_SEED)
    const key = (await test.issueKey()).text
    const facts = await demoAnswers()
    const { components } = JSON.parse(readProjectFile('openapi.json')) as {
      components: { examples: Record<string, { value: unknown }> }
    }
    for (const operation of OPERATION_IDS) {
      const form = FORMS.find((one) => one.operation === operation)
      assert.ok(form !== undefined)
      const target = targetOf(form, EXAMPLE_DEMO.region, facts[operation].parameters)
      const { status, json } = await send(test.origin, target, { key })
      assert.equal(status, 200, target)
      assert.deepEqual(components.examples[operation]?.value, json, target)
    }
  })
})
