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

/**
 * The folders of `src/`, from the top down: each may import itself and the folders below it
 * (ARCHITECTURE.md).
 */
const LAYERS = [
  'main.ts',
  'cli',
  'app',
  'simulator',
  'portal',
  'health',
  'site',
  'backup',
  'demo',
  'webhooks',
  'history',
  'keyed',
  'dataset',
  'upstream',
  'usage',
  'accounts',
  'quotas',
  'game',
  'api',
  'platform',
]

/** Products beside the service, each with the file by which the rest of the program enters it. */
const PORTS: Readonly<Record<string, string>> = {
  demo: 'src/demo/demo.ts',
  simulator: 'src/simulator/simulator.ts',
}

/**
 * The only file that may make each value of the flow: to skip a stage, a cast like these would be
 * needed.
 */
const MAKERS: Readonly<Record<string, string>> = {
  Matched: 'src/keyed/match-request.ts',
  Identified: 'src/keyed/access/identify.ts',
  Caller: 'src/keyed/access/authorize.ts',
  Call: 'src/keyed/parse-parameters.ts',
  Permit: 'src/keyed/access/admit.ts',
  Answer: 'src/keyed/respond.ts',
  PublicMatched: 'src/history/api/parse-public-request.ts',
  PublicCall: 'src/history/api/parse-public-request.ts',
  PublicPermit: 'src/history/api/admit-public-request.ts',
}

/** The only files that may ask the machine for these. */
const ASKERS: readonly (readonly [what: RegExp, ...files: string[]])[] = [
  [
    /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bsetTimeout\(|\bsetInterval\(/,
    'src/platform/time/system-clock.ts',
  ],
  [
    /\bMath\.random\(|\brandomFillSync\(|\brandomBytes\(|\bgetRandomValues\(/,
    'src/platform/platform.ts',
  ],
  [
    /\bprocess\.env\b/,
    'src/main.ts',
    'src/platform/workers/child-environment.ts',
    // Writes it into the programs of the reference.
    'src/site/docs/reference/sample-code.ts',
  ],
]

describe('the source', () => {
  it('imports down the list of layers only', () => {
    const unknown = sources.filter((file) => !LAYERS.includes(partOf(file)))
    assert.deepEqual(unknown, [])
    const upward = sources.flatMap((file) =>
      importsOf(file)
        .filter((target) => LAYERS.indexOf(partOf(target)) < LAYERS.indexOf(partOf(file)))
        .map((target) => `${file} imports ${target}`),
    )
    assert.deepEqual(upward, [])
  })

  it('uses the demo and the simulator through their ports only, and serves without them', () => {
    const users = sources.flatMap((file) =>
      importsOf(file)
        .filter((target) => partOf(target) in PORTS && partOf(target) !== partOf(file))
        .map((target) => ({ file, target })),
    )
    assert.ok(users.length >= 4)
    const within = users.filter(({ target }) => target !== PORTS[partOf(target)])
    assert.deepEqual(within, [])
    const serving = users.filter(({ file }) => !['cli', 'simulator'].includes(partOf(file)))
    assert.deepEqual(serving, [])
  })

  it('has no import of the framework or of a database outside its folder', () => {
    const homes: Readonly<Record<string, RegExp>> = {
      'node:http': /^src\/(?:platform\/http\/server|simulator|portal)\//,
      fastify: /^src\/portal\//,
      'openid-client': /^src\/portal\//,
      'node:sqlite': /^src\/(?:platform\/(?:sql|files)|accounts\/store\/sqlite|backup|dataset)\//,
      '#libraries/kysely': /^src\/(?:(?:accounts|history|usage|webhooks)\/store|platform\/sql)\//,
      pg: /^src\/platform\/sql\//,
      '@redis/client': /^src\/platform\/valkey\//,
      commander: /^src\/cli\//,
      '@opentelemetry/api': /^src\/platform\/telemetry\//,
      'sonic-boom': /^src\/app\/telemetry\/open-log\.ts$/,
      undici: /^src\/(?:upstream\/http|webhooks)\//,
      marked: /^src\/site\/docs\//,
      '#libraries/zod':
        /^src\/(?:platform\/config\/|app\/config\/|.*-config\.ts$|keyed\/cache-lifetimes\.ts$|history\/collector\/watches\/watch-files\.ts$)/,
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
    for (const [what, ...homes] of ASKERS) {
      const wrong = sources.filter(
        (file) => !homes.includes(file) && what.test(withoutComments(file)),
      )
      assert.deepEqual(wrong, [], String(what))
    }
  })

  it('gives every child process and thread an environment of its own, never that of the process', () => {
    const starts = sources.flatMap((file) => {
      const text = withoutComments(file)
      const calls =
        /(?<![.\w])(?:fork|spawn|execFile|exec|spawnSync|execFileSync|execSync|new Worker)\((?!\))/g
      return [...text.matchAll(calls)].map(({ index }) => ({
        file,
        call: text.slice(index, text.indexOf('\n  })', index)),
      }))
    })
    assert.ok(starts.length >= 3)
    assert.deepEqual(
      starts
        .filter(
          ({ call }) =>
            !/\benv: (?:childEnvironment\(|\{ \.\.\.environment, \.\.\.compileCache\(\) \})/.test(
              call,
            ),
        )
        .map(({ file }) => file),
      [],
    )
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

function importsOf(file: string): string[] {
  return [...readProjectFile(file).matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(
    ([, path = '']) => normalize(join(dirname(file), path)),
  )
}

function withoutComments(file: string): string {
  return readProjectFile(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
}

/**
 * Exported declarations without a comment before them. Constants of a kind stand under the comment
 * of the first.
 */
function undocumentedExports(text: string): string[] {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    const name = /^export (?:async )?(?:function|class|interface|type|const) (\w+)/.exec(line)?.[1]
    const above = lines[at - 1] ?? ''
    return name === undefined || above.trim().endsWith('*/') ? [] : [name]
  })
}
