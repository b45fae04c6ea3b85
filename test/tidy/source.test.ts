import assert from 'node:assert/strict'
import { dirname, join, normalize } from 'node:path'
import { describe, it } from 'node:test'
import { BUNDLED } from '../../scripts/production-packages.ts'
import { projectFiles, readProjectFile } from './project-files.ts'

// The rules of the house, each with what it protects.
const code = projectFiles.filter((file) => /\.(?:ts|tsx|mjs)$/.test(file))
const sources = code.filter((file) => file.startsWith('src/') && !isTest(file))
// The TypeScript client, which stands on nothing but itself and what every runtime has.
const client = code.filter((file) => file.startsWith('client/src/') && !isTest(file))

/** Which parts of `src/` a part may import, besides itself. What is not listed here may not exist. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  contract: ['domain'],
  access: ['domain', 'contract'],
  parameters: ['domain', 'contract'],
  answers: ['domain', 'contract'],
  gateways: ['domain', 'contract', 'lettering'],
  // Which characters the bundled fonts have.
  lettering: [],
  charts: ['domain', 'contract', 'lettering'],
  stores: ['domain'],
  snapshots: ['domain', 'contract'],
  usage: ['domain'],
  observe: ['domain'],
  proof: ['domain'],
  http: ['domain', 'contract', 'access', 'parameters', 'answers'],
  docs: ['domain', 'contract'],
  portal: ['domain', 'contract', 'access'],
  config: ['contract', 'domain'],
  simulator: ['domain', 'contract', 'parameters', 'http'],
  'config.ts': ['config', 'domain'],
  // The only part that knows every adapter.
  compose:
    'domain contract access parameters answers snapshots usage charts gateways stores observe proof http portal simulator docs config config.ts'.split(
      ' ',
    ),
  cli: ['compose', 'config.ts', 'domain'],
  'main.ts': ['cli'],
}

/** The only file that may make each value of the flow: to skip a stage, a cast like these would be needed. */
const MAKERS: Readonly<Record<string, string>> = {
  Matched: 'src/http/create-match.ts',
  Identified: 'src/access/identify.ts',
  Caller: 'src/access/authorize.ts',
  Call: 'src/parameters/read-parameters.ts',
  Permit: 'src/access/admit.ts',
  Answer: 'src/answers/create-respond.ts',
  PublicMatched: 'src/http/public/create-public-match.ts',
  PublicCall: 'src/parameters/read-public-parameters.ts',
  PublicPermit: 'src/access/create-public-admit.ts',
}

/** The only files that may ask the machine for these. */
const ASKERS: readonly (readonly [what: RegExp, file: string])[] = [
  [
    /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bsetTimeout\(|\bsetInterval\(/,
    'src/compose/system-clock.ts',
  ],
  [
    /\bMath\.random\(|\brandomFillSync\(|\brandomBytes\(|\bgetRandomValues\(/,
    'src/compose/world.ts',
  ],
  [/\bprocess\.env\b/, 'src/main.ts'],
]

describe('the source', () => {
  it('imports along the arrows of ARCHITECTURE.md alone', () => {
    const wrong = sources.flatMap((file) =>
      importsOf(file)
        .filter((target) => !mayImport(partOf(file), partOf(target)))
        .map((target) => `${file} may not import ${target}`),
    )
    assert.deepEqual(wrong, [])
  })

  it('has no import of the framework or of a database outside its folder', () => {
    const homes: Readonly<Record<string, RegExp>> = {
      'node:http': /^src\/(?:http|simulator)\//,
      fastify: /^src\/portal\//,
      'openid-client': /^src\/portal\//,
      'node:sqlite': /^src\/(?:stores|gateways)\/embedded\//,
      '#libraries/kysely': /^src\/stores\//,
      pg: /^src\/stores\/postgres\//,
      '@redis/client': /^src\/stores\/valkey\//,
      commander: /^src\/cli\//,
      '@opentelemetry/api': /^src\/observe\//,
      pino: /^src\/(?:observe|compose)\//,
      undici: /^src\/gateways\/remote\//,
      marked: /^src\/docs\//,
      '#libraries/zod': /^src\/config(?:\.ts$|\/)/,
    }
    const wrong = sources.flatMap((file) =>
      Object.entries(homes)
        .filter(
          ([name, home]) => readProjectFile(file).includes(`from '${name}'`) && !home.test(file),
        )
        .map(([name]) => `${file} imports ${name}`),
    )
    assert.deepEqual(wrong, [])
  })

  it('imports nothing of node:http that runs, which would load far more than HTTP', () => {
    const values = /^import (?!type )[^'\n]*(?:\n[^'\n]*)*from 'node:http'/m
    assert.deepEqual(
      sources.filter((file) => values.test(readProjectFile(file))),
      [],
    )
  })

  it('imports as they are published none of the libraries that are bundled', () => {
    const published = new RegExp(`from '(?:${BUNDLED.libraries.join('|')})(?:/|')`)
    assert.deepEqual(
      sources.filter((file) => published.test(readProjectFile(file))),
      [],
    )
  })

  it('of the client imports nothing but the client, and asks for time in one place', () => {
    assert.ok(client.length > 10)
    for (const file of client) {
      const imports = [...readProjectFile(file).matchAll(/from '([^']+)'/g)].map(
        ([, path = '']) => path,
      )
      assert.deepEqual(
        imports.filter((path) => !path.startsWith('.')),
        [],
        file,
      )
      assert.deepEqual(
        importsOf(file).filter((path) => !client.includes(path)),
        [],
        file,
      )
      const asks =
        /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bsetTimeout\(|\bMath\.random\(/
      assert.equal(asks.test(withoutComments(file)), file === 'client/src/system-clock.ts', file)
    }
  })

  it('makes each value of the flow in one file', () => {
    for (const [type, maker] of Object.entries(MAKERS)) {
      const casts = sources.filter((file) =>
        new RegExp(`\\bas (?:unknown as )?${type}\\b`).test(withoutComments(file)),
      )
      assert.deepEqual(casts, [maker], type)
    }
  })

  it('asks the machine for time, randomness and variables in one place each', () => {
    for (const [what, home] of ASKERS) {
      const wrong = sources.filter((file) => file !== home && what.test(withoutComments(file)))
      assert.deepEqual(wrong, [], String(what))
    }
  })

  it('has small files: 300 lines at most, 500 in tests', () => {
    const large = code.filter(
      (file) =>
        !file.includes('/generated/') &&
        readProjectFile(file).split('\n').length > (isTest(file) ? 500 : 300),
    )
    assert.deepEqual(large, [])
  })

  it('has no file whose name says nothing, and no default export', () => {
    const nameless = code.filter((file) =>
      /(?:^|\/)(?:utils?|helpers?|common|misc|types|index)\.\w+$/.test(file),
    )
    assert.deepEqual(nameless, [])
    assert.deepEqual(
      code.filter((file) => /^export default/m.test(readProjectFile(file))),
      [],
    )
  })

  it('says of everything it exports what it is', () => {
    const bare = [...sources, ...client].flatMap((file) =>
      undocumentedExports(readProjectFile(file)).map((name) => `${file}: ${name}`),
    )
    assert.deepEqual(bare, [])
  })

  it('has nothing left behind', () => {
    // Written so that this file does not find itself.
    const marks = /FIX[M]E|\b(?:it|test|describe)[.](?:only|skip)\(|TO[D]O(?!\(#)/
    assert.deepEqual(
      code.filter((file) => marks.test(readProjectFile(file))),
      [],
    )
  })

  it('is tried from outside by tests that import nothing of it', () => {
    const acceptance = code.filter((file) => file.startsWith('test/acceptance/'))
    assert.ok(acceptance.length > 0)
    const wrong = acceptance.filter((file) =>
      importsOf(file).some((target) => target.startsWith('src/')),
    )
    assert.deepEqual(wrong, [])
  })
})

function isTest(file: string): boolean {
  return file.endsWith('.test.ts') || file.startsWith('test/') || file.endsWith('-for-tests.ts')
}

function partOf(file: string): string {
  return file.split('/')[1] ?? ''
}

function mayImport(part: string, target: string): boolean {
  return part === target || (MAY_IMPORT[part]?.includes(target) ?? false)
}

function importsOf(file: string): string[] {
  return [...readProjectFile(file).matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(
    ([, path = '']) => normalize(join(dirname(file), path)),
  )
}

function withoutComments(file: string): string {
  return readProjectFile(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
}

/** Exported declarations without a comment before them. Constants of a kind stand under the comment of the first. */
function undocumentedExports(text: string): string[] {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    const name = /^export (?:async )?(?:function|class|interface|type|const) (\w+)/.exec(line)?.[1]
    const above = lines[at - 1] ?? ''
    return name === undefined || above.trim().endsWith('*/') ? [] : [name]
  })
}
