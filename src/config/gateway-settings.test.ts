import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import { ConfigError, effectiveSettings, readConfig } from '../config.ts'

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

describe('the settings of gateways', () => {
  it('mean the embedded dataset when there are none', () => {
    assert.equal(read({}), undefined)
  })

  it('hold for every region, and a region has its own before', () => {
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

  it('may be for one region alone', () => {
    const gateways = read({ _JP_URL: URL_, _JP_KEY: 'secret' })
    assert.deepEqual(gateways?.jp, { url: URL_, key: 'secret' })
    assert.equal(gateways.tw, undefined)
    assert.ok(read({ _JP_URL: URL_, _KEY: 'secret' })?.jp !== undefined)
  })

  it('are refused when a URL has no key, or a key no URL', () => {
    const secret = { _KEY: 'CANARY' }
    for (const [settings, problem] of [
      [{ _URL: URL_ }, 'BACKLINE_GATEWAY_URL is set, and no key for it.'],
      [{ _JP_URL: URL_ }, 'BACKLINE_GATEWAY_JP_URL is set, and no key for it.'],
      [{ _URL: URL_, _JP_KEY: 'a' }, 'BACKLINE_GATEWAY_URL is set, and no key for it.'],
      [secret, 'BACKLINE_GATEWAY_KEY is set, and no URL that it is for.'],
      [
        { ...secret, _JP_URL: URL_, _JP_KEY: 'a' },
        'BACKLINE_GATEWAY_KEY is set, and no URL that it is for.',
      ],
      [{ _JP_KEY: 'CANARY' }, 'BACKLINE_GATEWAY_JP_KEY is set, and no URL for its region.'],
    ] as const) {
      assert.deepEqual(problemsOf(settings), [problem])
    }
  })

  it('are refused when a URL is none, or holds what must not be in it; the value is not repeated', () => {
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

  it('are shown, keys excepted', () => {
    const shown = effectiveSettings({
      BACKLINE_GATEWAY_JP_URL: URL_,
      BACKLINE_GATEWAY_JP_KEY: 'CANARY',
    })
    assert.equal(shown.find(({ name }) => name === 'BACKLINE_GATEWAY_JP_URL')?.value, URL_)
    assert.equal(shown.find(({ name }) => name === 'BACKLINE_GATEWAY_JP_KEY')?.value, '(hidden)')
    assert.doesNotMatch(JSON.stringify(shown), /CANARY/)
  })
})
