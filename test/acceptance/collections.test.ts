import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Ajv } from 'ajv'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { POSTMAN_SCHEMA } from './postman-schema.ts'
import { readBru } from './read-bru.ts'
import { startServer, type ServerProcess } from './run-backline.ts'

// Both collections as a developer opens them, with each request sent to the demo.
const CLIENT = join(import.meta.dirname, '..', '..', 'client')
const BRUNO = join(CLIENT, 'bruno')
const folder = temporaryFolder()
let server: ServerProcess
let key: string
/** The paths of all operations by their first forms, from the OpenAPI document of the server. */
let operations: readonly string[]

before(async () => {
  const dataDir = join(folder, 'data')
  server = await startServer(dataDir)
  key = readFileSync(join(dataDir, 'demo-key'), 'utf8').trim()
  const document = await (await fetch(`${server.origin}/api/open/openapi.json`)).json()
  const { paths } = document as { paths: Record<string, { get: { operationId: string } }> }
  operations = Object.entries(paths)
    .filter(([, { get }]) => !get.operationId.includes('ByPath'))
    .map(([path]) => path)
})
after(async () => {
  server.kill('SIGTERM')
  await server.ended
})

/** A parameter of a collection. */
interface Parameter {
  readonly name: string
  readonly value: string
  readonly isOff: boolean
}

/** A request of a collection. */
interface CollectedRequest {
  readonly name: string
  /** With all enabled parameters, and variables not replaced. */
  readonly url: string
  readonly path: readonly Parameter[]
  readonly query: readonly Parameter[]
}

/** Replaces `{{name}}` by values. Fails for an undefined name. */
function resolve(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = variables[name]
    if (value === undefined) throw new Error(`No variable ${name}.`)
    return value
  })
}

/** Sends a request as the program does, optionally with the disabled parameters. */
async function send(
  { url, path, query }: CollectedRequest,
  variables: Readonly<Record<string, string>>,
  token: string,
  withAll: boolean,
): Promise<Response> {
  const address = new URL(resolve(url, variables))
  for (const { name, value } of path) {
    address.pathname = address.pathname.replace(`:${name}`, encodeURIComponent(value))
  }
  const sent = query.filter(({ isOff }) => withAll || !isOff)
  address.search = String(new URLSearchParams(sent.map(({ name, value }) => [name, value])))
  return fetch(address, { headers: { authorization: `Bearer ${resolve(token, variables)}` } })
}

/** Verifies what every collection must have. */
async function holds(
  requests: readonly CollectedRequest[],
  variables: Readonly<Record<string, string>>,
  token: string,
): Promise<void> {
  const given = { ...variables, baseUrl: server.origin, developerKey: key }
  const seen = requests.map(({ url, path }) =>
    path
      .reduce((text, { name }) => text.replace(`:${name}`, `{${name}}`), url)
      .replace('{{baseUrl}}', '')
      .replace('{{region}}', '{region}')
      .replace(/\?.*$/, ''),
  )
  assert.deepEqual([...seen].sort(), [...operations].sort(), 'every operation once')
  for (const request of requests) {
    const { name, url, query } = request
    const on = query.filter(({ isOff }) => !isOff).map((one) => `${one.name}=${one.value}`)
    assert.equal(url.split('?')[1] ?? '', on.join('&'), `${name}: the address has what is on`)
    for (const withAll of [false, true]) {
      const answer = await send(request, given, token, withAll)
      const body = await answer.text()
      assert.equal(answer.status, 200, `${name}: ${body}`)
      assert.ok(body.length > 2, `${name} finds something`)
    }
  }
}

describe('the Postman collection', () => {
  interface Postman {
    auth: { bearer: [{ value: string }] }
    variable: { key: string; value: string }[]
    item: {
      item: {
        name: string
        request: {
          url: {
            raw: string
            host: string[]
            path: string[]
            query?: { key: string; value: string; disabled?: true }[]
            variable?: { key: string; value: string }[]
          }
        }
      }[]
    }[]
  }
  const text = readFileSync(join(CLIENT, 'postman', 'backline.postman_collection.json'), 'utf8')
  const collection = JSON.parse(text) as Postman

  it('is served by the server', async () => {
    const answer = await fetch(`${server.origin}/docs/files/backline.postman_collection.json`)
    assert.deepEqual([answer.status, await answer.text()], [200, text])
  })

  it('has the format 2.1', () => {
    const validate = new Ajv({ allErrors: true }).compile(POSTMAN_SCHEMA)
    assert.ok(validate(collection), JSON.stringify(validate.errors))
  })

  it('asks for every operation with values of the demo, and is answered', async () => {
    const requests = collection.item.flatMap(({ item }) =>
      item.map(({ name, request: { url } }): CollectedRequest => {
        assert.equal(url.raw.split('?')[0], [...url.host, ...url.path].join('/'))
        return {
          name,
          url: url.raw,
          path: (url.variable ?? []).map((one) => ({
            name: one.key,
            value: one.value,
            isOff: false,
          })),
          query: (url.query ?? []).map((one) => ({
            name: one.key,
            value: one.value,
            isOff: one.disabled === true,
          })),
        }
      }),
    )
    const variables = Object.fromEntries(collection.variable.map((one) => [one.key, one.value]))
    assert.deepEqual(variables, {
      baseUrl: 'http://127.0.0.1:8787',
      region: 'jp',
      developerKey: '',
    })
    await holds(requests, variables, collection.auth.bearer[0].value)
  })
})

describe('the Bruno collection', () => {
  const files = globSync('**/*.bru', { cwd: BRUNO })
  const read = (path: string) => readBru(readFileSync(join(BRUNO, path), 'utf8'))
  const pairs = (path: string, block: string) => read(path).get(block)?.pairs ?? []
  const valueOf = (path: string, block: string, name: string) =>
    pairs(path, block).find((one) => one.key === name)?.value

  it('can be opened by Bruno, with the key as a secret that is in no file', () => {
    const about = JSON.parse(readFileSync(join(BRUNO, 'bruno.json'), 'utf8')) as object
    assert.deepEqual(Object.entries(about).slice(0, 3), [
      ['version', '1'],
      ['name', 'Backline'],
      ['type', 'collection'],
    ])
    assert.deepEqual(read('environments/Backline.bru').get('vars:secret')?.items, ['developerKey'])
    assert.equal(valueOf('collection.bru', 'auth', 'mode'), 'bearer')
    for (const file of files) assert.ok(!/bkl_/.test(readFileSync(join(BRUNO, file), 'utf8')), file)
  })

  it('asks for every operation with values of the demo, and is answered', async () => {
    const paths = files.filter(
      (path) => dirname(path) !== '.' && !/environments|folder\.bru/.test(path),
    )
    const requests = paths.map((path): CollectedRequest => {
      assert.equal(valueOf(path, 'meta', 'type'), 'http')
      assert.equal(valueOf(path, 'get', 'auth'), 'inherit')
      assert.equal(valueOf(join(dirname(path), 'folder.bru'), 'auth', 'mode'), 'inherit')
      assert.ok((read(path).get('docs')?.text ?? '').includes('Requires the scope'))
      const parameters = (block: string) =>
        pairs(path, block).map(({ key: name, ...rest }) => ({ name, ...rest }))
      return {
        name: path,
        url: valueOf(path, 'get', 'url') ?? '',
        path: parameters('params:path'),
        query: parameters('params:query'),
      }
    })
    const variables = Object.fromEntries(
      pairs('collection.bru', 'vars:pre-request').map(({ key: name, value }) => [name, value]),
    )
    await holds(requests, variables, valueOf('collection.bru', 'auth:bearer', 'token') ?? '')
  })

  it('has an order in its folders', () => {
    for (const [among, place] of [
      [files.filter((path) => path.endsWith('folder.bru')), 'folders'],
      ...[...new Set(files.map(dirname))]
        .filter((name) => name !== '.' && name !== 'environments')
        .map((name) => [
          files.filter((path) => dirname(path) === name && !path.endsWith('folder.bru')),
          name,
        ]),
    ] as [string[], string][]) {
      const numbers = among.map((path) => Number(valueOf(path, 'meta', 'seq')))
      assert.deepEqual(
        numbers.sort((one, other) => one - other),
        among.map((_, at) => at + 1),
        place,
      )
    }
  })
})

describe('a Bru file', () => {
  for (const wrong of [
    'meta {\n  name: x\n}',
    'meta {\n  name: x\n}\n\n',
    'meta {\nname: x\n}\n',
    'meta {\n  name x\n}\n',
    'meta {\n  name: x\n',
    'meta {\n  name: x\n]\n',
    'meta {\n  name: x\n}\n\nmeta {\n  name: y\n}\n',
    'meta {\n  name: x\n}\nget {\n  url: y\n}\n',
  ]) {
    it(`rejects ${JSON.stringify(wrong)}`, () => {
      assert.throws(() => readBru(wrong))
    })
  }
})
