import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from '../app/config/read-config.ts'
import { ConfigError } from '../platform/config/config-error.ts'

const read = (text: string) => readConfig({ BACKLINE_PICTURE_ORIGINS: text }).pictureOrigins

describe('the origins of pictures', () => {
  it('are a list, empty by default', () => {
    assert.deepEqual(readConfig({}).pictureOrigins, [])
    assert.deepEqual(
      read('https://img.example.org/, http://127.0.0.1:8080,https://img.example.org'),
      ['https://img.example.org', 'http://127.0.0.1:8080'],
    )
  })

  it('are rejected if they could change the policy of the pages', () => {
    for (const text of [
      '*',
      'https:',
      'data:',
      'img.example.org',
      'https://img.example.org/path',
      "https://img.example.org; script-src 'unsafe-inline'",
      'https://*.example.org',
      'https://img.example.org https://other.example.org',
      Array.from({ length: 21 }, (_, at) => `https://img${at}.example.org`).join(','),
    ]) {
      assert.throws(() => read(text), ConfigError, text)
    }
  })
})
