import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { checkTypes, codeBlocks, runBlock } from './code-blocks.ts'
import { installClient } from './install-client.ts'

const CLIENT = join(import.meta.dirname, '..', '..', 'client')
const folder = temporaryFolder()
const readme = readFileSync(join(CLIENT, 'README.md'), 'utf8')
const blocks = codeBlocks(readme, 'ts')
let service: TestService
let environment: Readonly<Record<string, string>>

/** What each block prints. */
const PRINTED = [
  /^1 \d+ \d+ s old\n100 (?:\d+|no player) \d+ s old\n1000 no player \d+ s old\n$/,
  /^\[.*\]\ntrue 3 0\n(?:.|\n)*\d+ bytes of PNG\n$/,
  /^hidden, or not there\n$/,
]

before(async () => {
  installClient(folder)
  service = await startTestService({ folder: join(folder, 'service') })
  environment = { BACKLINE: service.origin, DEVELOPER_KEY: (await service.issueKey()).text }
})
after(() => service.stop())

describe('the README of the client', () => {
  for (const [at, expected] of PRINTED.entries()) {
    it(`has a program ${at + 1} that runs as it stands`, async () => {
      const code = blocks[at] ?? ''
      assert.match(await runBlock({ folder, file: `block-${at}.mts`, code }, environment), expected)
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
    assert.deepEqual(rowsOf('Options'), fieldsOf('client-options.ts', 'ClientOptions'))
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
