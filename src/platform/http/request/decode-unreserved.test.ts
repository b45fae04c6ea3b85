import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decodeUnreserved } from './decode-unreserved.ts'

describe('decoding the unreserved characters of a path', () => {
  it('decodes letters, digits and - . _ ~ in either case of their digits, and nothing else', () => {
    const decoded = Array.from({ length: 256 }, (_, byte) => byte)
      .filter((byte) => {
        const escape = `%${byte.toString(16).padStart(2, '0')}`
        const [lower, upper] = [escape, escape.toUpperCase()].map((one) =>
          decodeUnreserved(`/a${one}b`),
        )
        const isDecoded = lower === `/a${String.fromCharCode(byte)}b`
        assert.equal(upper === lower, isDecoded || escape === escape.toUpperCase(), escape)
        return isDecoded
      })
      .map((byte) => String.fromCharCode(byte))
    assert.equal(
      decoded.join(''),
      '-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~',
    )
  })

  it('decodes once: no result contains an escape that the target did not', () => {
    for (const target of [
      '/%2561',
      '/%25%36%31',
      '/%252e%252e',
      '/%252F',
      '/%2F',
      '/%5c',
      '/%00',
    ]) {
      const expected = target === '/%25%36%31' ? '/%2561' : target
      assert.equal(decodeUnreserved(target), expected)
      assert.equal(decodeUnreserved(expected), expected)
    }
    const part = fc.constantFrom('%25', '%36', '%31', '%2e', '%2F', '%', '6', '1', '/', 'é')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const path = `/${parts.join('')}`
        const decodedOnce = decodeUnreserved(path)
        assert.equal(safeDecode(decodedOnce), safeDecode(path))
        assert.equal(decodedOnce.split('/').length, path.split('/').length)
      }),
    )
  })

  it('leaves a target with a malformed escape alone, so that it cannot become a valid one', () => {
    for (const target of ['/%%36%31', '/%61%', '/%6%31', '/%61%zz', '/%61%4']) {
      assert.equal(decodeUnreserved(target), target)
    }
  })

  it('leaves query, fragment and authority alone', () => {
    assert.equal(decodeUnreserved('/%61?%61=%61#%61'), '/a?%61=%61#%61')
    assert.equal(decodeUnreserved('/%61#?%61'), '/a#?%61')
    assert.equal(decodeUnreserved('http://%61.example:1/%61?b=%62'), 'http://%61.example:1/a?b=%62')
    for (const target of ['*', '%2Fapi', 'a%61', '?%61', 'http://%61']) {
      assert.equal(decodeUnreserved(target), target)
    }
  })
})

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return 'malformed'
  }
}
