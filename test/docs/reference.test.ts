import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OPERATIONS } from '../../src/game/operations.ts'
import { DEVELOPER_OPERATIONS } from '../../src/keyed/developer/developer-operations.ts'
import { PUBLIC_OPERATIONS } from '../../src/history/api/public-operations.ts'
import type { OperationSpec } from '../../src/api/operation.ts'
import { groupSlug } from '../../src/site/docs/reference/reference.ts'
import {
  DEVELOPER_PAGES,
  KEYED_PAGES,
  PUBLIC_PAGES,
} from '../../src/site/docs/reference/references.ts'
import { send } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// The pages of operations, against the OpenAPI documents and the operation tables.
const ROOT = join(import.meta.dirname, '..', '..')
const INTERFACES = [
  { pages: KEYED_PAGES, operations: OPERATIONS, file: 'openapi.json' },
  { pages: PUBLIC_PAGES, operations: PUBLIC_OPERATIONS, file: 'openapi-public.json' },
  { pages: DEVELOPER_PAGES, operations: DEVELOPER_OPERATIONS, file: 'openapi-developer.json' },
] as const
/** Their answers depend on hashes, and on more than a new demo has. */
const WITHOUT_EXAMPLE = new Set(['public.exports.list', 'public.event.player'])
const folder = temporaryFolder()
let test: TestService

/** The parts of an OpenAPI document that are compared with the pages. */
interface Document {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>
  readonly components: { readonly responses: Readonly<Record<string, Response>> }
}

interface Operation {
  readonly tags: readonly [string]
  readonly operationId: string
  readonly summary: string
  readonly 'x-required-scope'?: string
  readonly security?: readonly object[]
  readonly responses: Readonly<Record<string, Response & { readonly $ref?: string }>>
}

interface Response {
  readonly content?: Readonly<
    Record<string, { readonly examples?: Readonly<Record<string, unknown>> }>
  >
}

before(async () => {
  test = await startTestService({ folder })
})
after(() => test.stop())

const read = async (path: string) => (await send(test.origin, path)).body.toString()

for (const { pages, operations, file } of INTERFACES) {
  const { paths, components } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Document
  const formsOf = (id: string, { forms }: OperationSpec) => {
    const all = Object.entries(paths).filter(([path]) =>
      forms.some((form) => path.replace(/^.*\{region\}|^\/api\/developer\/v1/, '') === form),
    )
    assert.equal(all.length, forms.length, id)
    return all
  }

  describe(`each operation of ${pages.path}`, () => {
    for (const [id, declaration] of Object.entries<OperationSpec>(operations)) {
      it(`${id} has a page with all that a request and its answer need`, async () => {
        const page = await read(`${pages.path}/${id}`)
        const forms = formsOf(id, declaration)
        const [[, { get: first }] = assert.fail(id)] = forms
        assert.match(page, new RegExp(`<h1>[^<]+</h1>`))
        for (const [path] of forms)
          assert.ok(page.includes(`>${path}</option>`) || forms.length === 1, path)
        const scope = first['x-required-scope']
        assert.equal(page.includes('id="key"'), (first.security ?? []).length > 0)
        if (scope !== undefined) assert.ok(page.includes(`<code>${scope}</code>`), scope)
        if (Object.keys(declaration.parameters).length > 0)
          assert.match(
            page,
            />Parameter<\/th>\s*<th role="columnheader">Type<\/th>\s*<th role="columnheader">Description</,
          )
        const names = [...page.matchAll(/ data-name="([^"]+)"/g)].map(([, name]) => name)
        assert.deepEqual(names, Object.keys(declaration.parameters))
        const languages = [...page.matchAll(/<div data-tab="([^"]+)">/g)].map(([, name]) => name)
        assert.deepEqual(languages, ['curl', 'TypeScript', 'Python', 'JavaScript'])
        const { content: { 'application/json': json } = {} } = first.responses['200'] ?? {}
        if (json !== undefined) assert.match(page, /id="message-/)
        if (json !== undefined && !WITHOUT_EXAMPLE.has(id)) {
          assert.match(page, /An actual answer of the demo|An example\./)
        }
        const codes = Object.values(first.responses).flatMap((response) => {
          const { content = {} } =
            response.$ref === undefined
              ? response
              : (components.responses[response.$ref.split('/').at(-1) ?? ''] ?? {})
          return Object.keys(content['application/problem+json']?.examples ?? {})
        })
        assert.ok(codes.length >= 5)
        const linked = [...page.matchAll(/href="\/docs\/errors#(\w+)"/g)].map(([, code]) => code)
        assert.deepEqual(linked, codes)
      })

      it(`${id} is in the navigation of its group, and its former addresses lead to it`, async () => {
        const [[, { get }] = assert.fail(id)] = formsOf(id, declaration)
        const page = `${pages.path}/${id}`
        const group = await read(`${pages.path}/${groupSlug(get.tags[0])}`)
        const [navigation = ''] = /<nav class="side"[^]*?<\/nav>/.exec(group) ?? []
        assert.ok(navigation.includes(`href="${page}"`), group)
        const [entry = ''] =
          new RegExp(`<section class="entry" id="${id}">[^]*?</section>`).exec(group) ?? []
        for (const [name, { queryName = name }] of Object.entries(declaration.parameters)) {
          assert.ok(entry.includes(`<code>${queryName}</code>`), name)
        }
        const { status, headers } = await send(test.origin, `${pages.path}/${get.operationId}`)
        assert.deepEqual([status, headers['location']], [308, page])
        // The former section of the single page: a row that links to the page.
        const row = new RegExp(
          `<tr role="row"\\s+id="${id}">[^]*?<a href="${page}" data-operation="${id}"`,
        )
        assert.match(await read(pages.path), row)
      })

      it(`${id} has the same in Markdown`, async () => {
        const text = await read(`${pages.path}/${id}.md`)
        for (const [path] of formsOf(id, declaration)) assert.ok(text.includes(`GET ${path}`), path)
        for (const [name, { queryName = name }] of Object.entries(declaration.parameters)) {
          assert.ok(text.includes(`| \`${queryName}\` (`), name)
        }
        for (const fence of ['```sh', '```ts', '```python', '```js'])
          assert.ok(text.includes(fence))
        assert.match(text, /\[`invalid_request`\]\(\/docs\/errors#invalid_request\)/)
      })
    }
  })
}
