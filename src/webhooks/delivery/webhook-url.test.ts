import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseWebhookUrl } from './webhook-url.ts'

const RULES = { ports: [443, 80], allowsPrivate: false }
const parse = (text: string) => parseWebhookUrl(text, RULES)

describe('the URL of a webhook', () => {
  it('is shown without its path, which may be a secret', () => {
    assert.deepEqual(parse('https://discord.com/api/webhooks/1/s3cret-t0ken'), {
      url: 'https://discord.com/api/webhooks/1/s3cret-t0ken',
      host: 'discord.com:443',
      target: 'https://discord.com/…0ken',
    })
    const short = parse('http://example.com/a?b')
    assert.ok(typeof short === 'object')
    assert.deepEqual([short.host, short.target], ['example.com:80', 'http://example.com/…'])
    const rooted = parse('http://example.com./')
    assert.equal(typeof rooted === 'object' && rooted.host, short.host)
  })

  const refused: Readonly<Record<string, readonly string[]>> = {
    invalid_url: [
      '',
      'example.com/hook',
      'ftp://example.com/',
      'https://name:word@example.com/',
      'https://example.com/#part',
      `https://example.com/${'a'.repeat(2_048)}`,
    ],
    port_not_allowed: ['https://example.com:8443/', 'http://example.com:22/'],
    address_not_allowed: [
      'http://127.0.0.1/',
      'http://0177.0.0.1/',
      'http://2130706433/',
      'http://[::1]/',
      'http://[::ffff:10.0.0.1]/',
      'http://１２７.0.0.1/',
      'http://ⓛocalhost/',
      'http://[64:ff9b::7f00:1]/',
      'http://[2002:7f00:1::]/',
      'http://localhost/',
      'http://localhost./',
      'http://db.internal/',
      'http://169.254.169.254/latest/meta-data/',
    ],
  }
  for (const [problem, urls] of Object.entries(refused)) {
    for (const url of urls) {
      it(`is ${problem}: ${url.slice(0, 40)}`, () => assert.equal(parse(url), problem))
    }
  }

  it('may be one of this machine if the operator allows it', () => {
    const rules = { ports: [9_000], allowsPrivate: true }
    assert.equal(typeof parseWebhookUrl('http://localhost:9000/', rules), 'object')
  })
})
