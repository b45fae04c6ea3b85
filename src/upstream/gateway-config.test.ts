import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import { effectiveSettings, readConfig } from '../app/config/read-config.ts'
import { ConfigError } from '../platform/config/config-error.ts'

const folder = temporaryFolder()
const URL_ = 'https://gateway.example.org'
const read = (settings: Readonly<Record<string, string>>) =>
  readConfig(
    Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [`BACKLINE_GATEWAY${name}`, value]),
    ),
  ).gateways

function problemsOf(settings: Readonly<Record<string, string>>): readonly string[] {
  try {
    read(settings)
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.problems
  }
}

describe('gateway settings', () => {
  it('select the embedded dataset when no URL is set', () => {
    assert.equal(read({}), undefined)
  })

  it('apply to every region, and a regional setting overrides the shared one', () => {
    const keyFile = join(folder, 'key')
    writeFileSync(keyFile, 'kr-secret\n')
    assert.deepEqual(
      read({
        _URL: `${URL_}/`,
        _KEY: 'shared',
        _JP_URL: 'http://10.0.0.7:8080/base/',
        _EN_KEY: 'en-secret',
        _KR_URL: 'http://[::1]:80/a//',
        _KR_KEY_FILE: keyFile,
      }),
      {
        tw: { url: URL_, key: 'shared' },
        jp: { url: 'http://10.0.0.7:8080/base', key: 'shared' },
        en: { url: URL_, key: 'en-secret' },
        kr: { url: 'http://[::1]/a', key: 'kr-secret' },
      },
    )
  })

  it('may configure a single region', () => {
    const gateways = read({ _JP_URL: URL_, _JP_KEY: 'secret' })
    assert.deepEqual(gateways?.jp, { url: URL_, key: 'secret' })
    assert.equal(gateways.tw, undefined)
    assert.ok(read({ _JP_URL: URL_, _KEY: 'secret' })?.jp !== undefined)
  })

  it('are rejected when a URL has no key, or a key has no URL', () => {
    const secret = { _KEY: 'CANARY' }
    for (const [settings, problem] of [
      [
        { _URL: URL_ },
        'BACKLINE_GATEWAY_URL needs BACKLINE_GATEWAY_KEY, or a key for each region.',
      ],
      [
        { _JP_URL: URL_ },
        'BACKLINE_GATEWAY_JP_URL needs BACKLINE_GATEWAY_JP_KEY or BACKLINE_GATEWAY_KEY.',
      ],
      [
        { _URL: URL_, _JP_KEY: 'a' },
        'BACKLINE_GATEWAY_URL needs BACKLINE_GATEWAY_KEY, or a key for each region.',
      ],
      [secret, 'BACKLINE_GATEWAY_KEY is unused: no gateway URL is without its own key.'],
      [
        { ...secret, _JP_URL: URL_, _JP_KEY: 'a' },
        'BACKLINE_GATEWAY_KEY is unused: no gateway URL is without its own key.',
      ],
      [
        { _JP_KEY: 'CANARY' },
        'BACKLINE_GATEWAY_JP_KEY needs BACKLINE_GATEWAY_JP_URL or BACKLINE_GATEWAY_URL.',
      ],
    ] as const) {
      assert.deepEqual(problemsOf(settings), [problem])
    }
  })

  it('are rejected without repeating the value when a URL is malformed or has forbidden parts', () => {
    for (const bad of [
      'gateway.example.org',
      'ftp://CANARY.example.org',
      'file:///CANARY',
      'https://',
      'https://CANARY@gateway.example.org',
      'https://user:CANARY@gateway.example.org',
      'https://gateway.example.org?key=CANARY',
      'https://gateway.example.org/?',
      'https://gateway.example.org/#CANARY',
      'https://gateway.example.org/a b',
      '',
    ]) {
      const problems = problemsOf({ _URL: bad, _KEY: 'secret' })
      assert.equal(problems.length, 1, bad)
      assert.match(problems[0] ?? '', /^BACKLINE_GATEWAY_URL must be a URL/)
      assert.doesNotMatch(problems.join(), /CANARY/)
    }
    for (const bad of ['', 'CANARY CANARY', 'CANARY\r\nX: y', 'CANARYé']) {
      const problems = problemsOf({ _URL: URL_, _KEY: bad })
      assert.equal(problems.length, 1, bad)
      assert.match(problems[0] ?? '', /^BACKLINE_GATEWAY_KEY must be a bearer token/)
      assert.doesNotMatch(problems.join(), /CANARY/)
    }
  })

  it('are listed with keys hidden', () => {
    const shown = effectiveSettings({
      BACKLINE_GATEWAY_JP_URL: URL_,
      BACKLINE_GATEWAY_JP_KEY: 'CANARY',
    })
    assert.equal(shown.find(({ name }) => name === 'BACKLINE_GATEWAY_JP_URL')?.value, URL_)
    assert.equal(shown.find(({ name }) => name === 'BACKLINE_GATEWAY_JP_KEY')?.value, '(hidden)')
    assert.doesNotMatch(JSON.stringify(shown), /CANARY/)
  })
})
