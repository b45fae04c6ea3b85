import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import { createProgram } from './create-program.ts'
import { UsageError } from './output/explain-error.ts'

const environment = { BACKLINE_DATA_DIR: join(temporaryFolder(), 'data') }

const run = async (...words: readonly string[]) => {
  const [command = ''] = words
  const program = await createProgram(environment, command)
  await program.parseAsync(['node', 'backline', ...words])
}

before(() => run('keys', 'create', '--developer', 'ann', '--scopes', 'all', '--regions', 'all'))

describe('a webhook command', () => {
  it('says what is wrong with its arguments', async () => {
    const create = (options: string, url = 'https://example.org/hook') =>
      `create --name bot --when event.started --regions jp --url ${url} ${options}`
    for (const [words, problem] of [
      [create('--regions JP'), /unknown value "JP"\. Use all, or one or more of tw, jp, en, kr/],
      [create('--events 0'), /--events takes up to 20 ids of events/],
      [create('--preset sms'), /--preset takes one of: standard, discord, slack/],
      [create('--language fr'), /--language takes one of: en, ja, zh-Hant, zh-Hans, ko/],
      [create('', 'ftp://example.org/'), /must be an http or https address without credentials/],
      [create('', 'https://me:secret@example.org/'), /without credentials/],
      [create('', 'https://example.org:8080/'), /not in BACKLINE_WEBHOOKS_PORTS/],
      [create('', 'https://169.254.169.254/'), /must be an address of the public internet/],
      ['pause wh_unknown', /There is no webhook with this id/],
      ['test wh_unknown', /There is no webhook with this id/],
      ['rotate wh_unknown --overlap soon', /--overlap takes a duration such as/],
      ['send-again wh_unknown first', /"first" is not the number of a delivery/],
      ['send-again wh_unknown 1.5', /"1\.5" is not the number of a delivery/],
      ['send-again wh_unknown 1', /There is no webhook with this id/],
      ['deliveries wh_unknown', /There is no webhook with this id/],
    ] as const) {
      const parts = words.split(' ').filter((word) => word !== '')
      await assert.rejects(run('webhooks', ...parts, '--developer', 'ann'), (error: Error) => {
        assert.ok(error instanceof UsageError, `${words}: ${String(error)}`)
        assert.match(error.message, problem, words)
        assert.doesNotMatch(error.message, /secret/)
        return true
      })
    }
  })
})
