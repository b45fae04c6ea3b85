import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseMessage } from './parse-message.ts'

const parse = (text: string) => parseMessage(Buffer.from(text), VALUES_MAX)

/** JSON with any legal whitespace, and any strings. */
const anyJson = fc
  .tuple(fc.json({ stringUnit: 'binary' }), fc.constantFrom(undefined, 1, '\t'))
  .map(([json, space]) => JSON.stringify(JSON.parse(json), undefined, space))
  .filter((json) => !/[0-9]{16}/.test(json))

/** Strings that contain digits like long numbers, or escapes like ends of strings. */
const trap = fc.oneof(
  fc.constantFrom('\\', '"', '\\"', '",', ':1234567890123456789,', '[9007199254740993]', '{', '['),
  fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }).map(String),
)

/** Long integers in illegal positions; quoting them must not make the text valid JSON. */
const NO_JSON = [
  '{12345678901234567890:1}',
  '{ 12345678901234567890 \n : 1}',
  '--12345678901234567890',
  '+12345678901234567890',
  '[1-12345678901234567890]',
  '012345678901234567890',
  '12345678901234567890 12345678901234567890',
]

const VALUES_MAX = 300_000

describe('parsing a message', () => {
  it('equals JSON.parse when no integer is too long', () => {
    fc.assert(
      fc.property(anyJson, (json) => {
        assert.deepEqual(parse(json), JSON.parse(json))
      }),
    )
  })

  it('ignores the content of strings', () => {
    fc.assert(
      fc.property(
        fc.array(trap).map((traps) => traps.join('')),
        fc.nat(),
        (key, value) => {
          const message = { [key]: [value, key], after: key }
          assert.deepEqual(parse(JSON.stringify(message)), message)
        },
      ),
    )
  })

  it('never rounds an integer in any position', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 40n) + 1n, max: 10n ** 40n - 1n }),
        fc.constantFrom(['[', ']'], ['{"a":', '}'], ['[ 0.5 ,\n', ' , "x" ]'], ['{"1":[', ']}']),
        (integer, [before, after]) => {
          const parsed = JSON.stringify(parse(`${before}${integer}${after}`))
          const safe = integer <= Number.MAX_SAFE_INTEGER && integer >= Number.MIN_SAFE_INTEGER
          assert.ok(parsed.includes(safe ? String(integer) : `"${integer}"`), parsed)
        },
      ),
    )
    assert.deepEqual(parse('[9007199254740991,9007199254740993,-9223372036854775808]'), [
      9_007_199_254_740_991,
      '9007199254740993',
      '-9223372036854775808',
    ])
  })

  it('leaves fractions, exponents and infinite integers to JSON.parse', () => {
    const text = `[0.12345678901234567890, 12345678901234567890.5, 1234567890123456789e3, 1e999]`
    assert.deepEqual(parse(text), JSON.parse(text))
    assert.deepEqual(parse('9'.repeat(40)), '9'.repeat(40))
    assert.throws(() => parse('9'.repeat(41)), /too long a number/)
    assert.deepEqual(parse('1e999'), Number.POSITIVE_INFINITY)
  })

  it('throws for invalid UTF-8, invalid JSON, and nesting deeper than 64 levels', () => {
    for (const bytes of ['"\xff"', '"\xc0\x80"', '"\xed\xa0\x80"', '\xfe\xff{}']) {
      assert.throws(() => parseMessage(Buffer.from(bytes, 'latin1'), VALUES_MAX), /UTF-8/)
    }
    for (const text of [
      '',
      '{',
      '{"a":1',
      '[1,]',
      '<html>',
      '"',
      '"\\',
      '12345678901234567890x',
      ...NO_JSON,
    ]) {
      assert.throws(() => parse(text), SyntaxError)
    }
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    assert.ok(Array.isArray(parse(nested(64))))
    assert.throws(() => parse(nested(65)), /nested/)
    assert.throws(() => parse('{"a":'.repeat(1_000_000)), /nested/)
  })

  it('accepts at most 300,000 values, and keeps as many long integers', () => {
    const list = (count: number) =>
      `[${Array.from({ length: count }, () => '12345678901234567890').join(' ,')}]`
    assert.equal((parse(list(299_998)) as unknown[]).at(-1), '12345678901234567890')
    assert.throws(() => parse(list(300_001)), /too many values/)
    assert.throws(() => parse(`[${'{},'.repeat(300_000)}{}]`), /too many values/)
  })

  it('throws at worst, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        let expected: unknown
        try {
          expected = JSON.parse(
            new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
          )
        } catch {
          assert.throws(() => parseMessage(bytes, VALUES_MAX))
          return
        }
        assert.deepEqual(parseMessage(bytes, VALUES_MAX), expected)
      }),
    )
  })

  it('takes time proportional to the bytes, up to 8 MiB', () => {
    const size = 8 * 1_048_576
    const fill = (chunk: string) => chunk.repeat(Math.floor((size - 32) / chunk.length))
    for (const text of [
      fill('['),
      fill('"'),
      fill('\\"'),
      fill('9'),
      fill('9,'),
      fill(' '),
      `[${fill('1234567890123456 ,')}1]`,
      `"${fill('1234567890')}"`,
      `"${fill('\\\\')}"`,
    ]) {
      const start = performance.now()
      try {
        parse(text)
      } catch {
        // Most are not JSON.
      }
      const tookMs = performance.now() - start
      // Generous: a quadratic algorithm takes minutes.
      assert.ok(tookMs < 5_000, `${text.slice(0, 20)} took ${tookMs} ms`)
    }
  })
})
