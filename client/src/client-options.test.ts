import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ClientOptions } from './client-options.ts'
import { createClient } from './client.ts'
import { good, headersOf, startStub } from './stub-server-for-tests.ts'

const baseUrl = 'http://server.test'

/** Invalid options: the value, and what the error says of it. */
const INVALID: readonly (readonly [Readonly<Record<string, unknown>>, string])[] = [
  [{ concurrencyMax: 0 }, 'concurrencyMax is 0; it must be an integer from 1 to 1000.'],
  [{ concurrencyMax: 1.5 }, 'concurrencyMax is 1.5; it must be an integer from 1 to 1000.'],
  [{ concurrencyMax: '4' }, 'concurrencyMax is "4"; it must be an integer from 1 to 1000.'],
  [{ deadlineMs: Number.NaN }, 'deadlineMs is NaN; it must be a number of milliseconds'],
  [{ deadlineMs: 0 }, 'deadlineMs is 0; it must be a number of milliseconds'],
  [{ attemptMs: Infinity }, 'attemptMs is Infinity; it must be a number of milliseconds'],
  [{ retriesMax: -1 }, 'retriesMax is -1; it must be an integer from 0 to 10.'],
  [{ retries: 3 }, 'Unknown option "retries"; the options are baseUrl, key, appName,'],
  [{ pacing: 'fast' }, `pacing is "fast"; it must be 'burst', 'even' or 'off'.`],
  [{ share: '4/3' }, `share is "4/3"; it must be 'auto' or a part such as '1/3'.`],
  [{ share: 0.3 }, `share is 0.3; it must be 'auto' or a part such as '1/3'.`],
  [{ fillDefaults: 'no' }, 'fillDefaults is "no"; it must be true or false.'],
  [{ onRetry: true }, 'onRetry is true; it must be a function.'],
  [{ clock: {} }, 'clock is a value of type object; it must be an object with nowMs and after.'],
  [{ appName: 'line\nend' }, 'appName is "line\\nend"; it must be 1 to 100 printable ASCII'],
  [{ key: 7 }, 'key is empty, or contains a character that no key has.'],
  [{ baseUrl: undefined }, 'baseUrl is invalid; it must be an address'],
  [{ baseUrl: 'http://x/api/open/v1' }, 'baseUrl is "http://x/api/open/v1"; it must be an address'],
]

describe('an invalid option', () => {
  for (const [options, message] of INVALID) {
    it(`is rejected: ${message}`, () => {
      assert.throws(
        () => createClient({ baseUrl, ...options } as ClientOptions),
        (error: Error) => error instanceof TypeError && error.message.startsWith(message),
      )
    })
  }

  it('is not repeated if it contains a secret', () => {
    assert.throws(
      () => createClient({ baseUrl: 'http://user:secret@server.test' }),
      (error: Error) => error instanceof TypeError && !error.message.includes('secret'),
    )
  })

  it('is rejected in a call, too', async () => {
    const { client, requests } = startStub(() => good({}))
    for (const options of [{ deadlineMs: Number.NaN }, { timeout: 5 }, { deadlineMs: '5' }]) {
      await assert.rejects(client.announcement.list('jp', {}, options as object), TypeError)
    }
    assert.equal(requests.length, 0)
  })
})

describe('the name of the program', () => {
  it('follows that of the client in User-Agent', async () => {
    const { client, requests } = startStub(() => good({}), { appName: 'my-bot/1.2' })
    await client.announcement.list('jp')
    assert.match(
      headersOf(requests[0])['user-agent'] ?? '',
      /^backline-client\/\d+\.\d+\.\d+ my-bot\/1\.2$/,
    )
  })

  it('is left to the browser in a page, which cannot set it', async () => {
    const page = globalThis as { document?: object }
    page.document = {}
    try {
      const { client, requests } = startStub(() => good({}), { appName: 'my-page' })
      await client.announcement.list('jp')
      assert.deepEqual(Object.keys(headersOf(requests[0])), ['authorization'])
    } finally {
      delete page.document
    }
  })
})
