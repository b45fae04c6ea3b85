import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { liveSnapshot, startPublicScene, type PublicScene } from '../public/scene.ts'
import { checkTypes, codeBlocks, runBlock } from './code-blocks.ts'
import { installClient } from './install-client.ts'

const CLIENT = join(import.meta.dirname, '..', '..', 'client')
const folder = temporaryFolder()
const readme = readFileSync(join(CLIENT, 'README.md'), 'utf8')
const blocks = codeBlocks(readme, 'ts')
let service: TestService
let scene: PublicScene
/** What each block runs against; the third one reads history. */
let environments: readonly Readonly<Record<string, string>>[]

/** What each block prints. */
const PRINTED = [
  /^1 \d+ \d+ s old\n100 (?:\d+|no player) \d+ s old\n1000 no player \d+ s old\n$/,
  /^\[.*\]\ntrue 3 0\n(?:.|\n)*\d+ bytes of PNG\n$/,
  /^1 \d+\n100 \d+\ntrue\ntrue \{ kind: 'event', id: '\d+' \} true\n$/,
  /^hidden, or not there\n$/,
]

before(async () => {
  installClient(folder)
  service = await startTestService({ folder: join(folder, 'service') })
  mkdirSync(join(folder, 'scene'))
  scene = await startPublicScene(join(folder, 'scene'))
  await scene.notice(liveSnapshot('jp', scene.clock.nowMs(), 500))
  const keyed = { BACKLINE: service.origin, DEVELOPER_KEY: (await service.issueKey()).text }
  environments = [keyed, keyed, { BACKLINE: scene.test.origin, POSITION: '0' }, keyed]
})
after(async () => {
  await service.stop()
  await scene.test.stop()
})

describe('the README of the client', () => {
  for (const [at, expected] of PRINTED.entries()) {
    it(`has a program ${at + 1} that runs as it stands`, async () => {
      const code = blocks[at] ?? ''
      const program = { folder, file: `block-${at}.mts`, code }
      assert.match(await runBlock(program, environments[at] ?? {}), expected)
    })
  }

  it('has no program that was not run, and none with wrong types', () => {
    assert.equal(blocks.length, PRINTED.length)
    assert.equal(
      checkTypes(
        folder,
        blocks.map((_, at) => `block-${at}.mts`),
      ),
      '',
    )
  })

  it('names every option, every field of an error and of a result, and no other', () => {
    const fieldsOf = (file: string, type: string) => {
      const text = readFileSync(join(CLIENT, 'src', file), 'utf8')
      const body = new RegExp(
        `^export (?:interface|class) ${type}\\b[^\\n]*\\{\\n([\\s\\S]*?)^\\}`,
        'm',
      ).exec(text)
      return [...(body?.[1] ?? '').matchAll(/^ {2}(?:declare )?readonly (\w+)\??:/gm)].map(
        ([, name]) => name,
      )
    }
    const rowsOf = (heading: string) => {
      const part = readme.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
      return [...part.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
    }
    assert.deepEqual(
      new Set(rowsOf('Options')),
      new Set([
        ...fieldsOf('client-options.ts', 'ClientOptions'),
        ...fieldsOf('hooks.ts', 'Hooks'),
      ]),
    )
    assert.deepEqual(
      new Set(rowsOf('What you get')),
      new Set([...fieldsOf('result.ts', 'Result'), ...fieldsOf('result.ts', 'Freshness')]),
    )
    assert.deepEqual(
      new Set(rowsOf('Errors')),
      new Set([...fieldsOf('backline-error.ts', 'BacklineError'), 'cause']),
    )
  })
})
