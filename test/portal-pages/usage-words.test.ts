import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR_MS } from '../../src/domain/time-units.ts'
import { quotaOf, REFUSED_REQUEST } from '../harness/portal-usage-answers.ts'
import { FRAME_TEXTS } from '../../web/portal/texts/frame-texts.ts'
import { OPERATOR_TEXTS } from '../../web/portal/operator/texts/operator-texts.ts'
import { describeFacts } from '../../web/portal/usage/describe-facts.ts'
import { describeForecast } from '../../web/portal/usage/describe-forecast.ts'
import { USAGE_TEXTS } from '../../web/portal/usage/texts/usage-texts.ts'
import { createFormat } from '../../web/words/format.ts'
import { LANGUAGES } from '../../web/words/language.ts'

const NOW_MS = Date.UTC(2026, 10, 22, 13, 37)
const format = createFormat('en', 'UTC')
const texts = USAGE_TEXTS.en
const portal = { format, texts: FRAME_TEXTS.en }

describe('the forecast of a quota', () => {
  it('says when it is used up, and how long before it begins anew', () => {
    const quota = quotaOf(NOW_MS, 7_000, NOW_MS + 2 * HOUR_MS)
    const { look, words } = describeForecast(quota, texts, format)
    assert.equal(look, 'stale')
    assert.match(words, /812 requests an hour.*used up at Nov 22, 15:37: 8 hours 23 minutes before/)
  })

  it('says that it lasts where nothing uses it up in time, or nothing was asked', () => {
    const lasting = quotaOf(NOW_MS, 100)
    assert.match(describeForecast(lasting, texts, format).words, /lasts\.$/)
    const idle = { ...lasting, forecast: { hourly: 0 } }
    assert.match(describeForecast(idle, texts, format).words, /No request was admitted/)
  })

  it('says that it is over as soon as it is, whatever the rate was', () => {
    const { look, words } = describeForecast(quotaOf(NOW_MS, 10_000), texts, format)
    assert.equal(look, 'bad')
    assert.match(words, /used up\. Every request is refused with 429 until Nov 23, 00:00/)
  })
})

describe('what a stage found', () => {
  const factsOf = (stage: string) =>
    REFUSED_REQUEST.stages.find((one) => one.stage === stage)?.facts ?? {}

  it('is one line for each limit, with what was used of it', () => {
    const words = describeFacts(factsOf('limits'), texts, portal)
    const told = Object.fromEntries(words.map(({ name, value }) => [name, value]))
    assert.equal(told['In this minute'], '60 of 60 used')
    assert.equal(told['On this day'], '2,676 of 10,000 used')
    assert.equal(told['Limit that refused'], 'requests in a minute')
    assert.equal(words.length, 6)
  })

  it('is in words, with the names of regions', () => {
    assert.deepEqual(describeFacts(factsOf('region'), texts, portal), [
      { name: 'Region', value: 'Japan' },
      { name: 'Granted to the key', value: 'yes' },
    ])
  })

  it('is shown as the server says it where there is no word for it', () => {
    assert.deepEqual(describeFacts({ constructor: 'toString', newFact: 7 }, texts, portal), [
      { name: 'constructor', value: 'toString' },
      { name: 'newFact', value: '7' },
    ])
  })

  it('is a time where it is one, and a length where it is one', () => {
    assert.deepEqual(
      describeFacts({ dayEndsAtMs: NOW_MS, ms: 1.26, ageMs: 90_000 }, texts, portal),
      [
        { name: 'The day ends', value: format.moment(NOW_MS) },
        { name: 'Took', value: '1.3 ms' },
        { name: 'Age of the answer', value: '1 minute 30 seconds' },
      ],
    )
  })
})

describe('the texts of usage and of the operator', () => {
  it('say everything in every language, and nothing in English where that is another', () => {
    for (const all of [USAGE_TEXTS, OPERATOR_TEXTS]) {
      const english = leaves(all.en)
      assert.ok(english.size > 80)
      for (const lang of LANGUAGES) {
        const told = leaves(all[lang])
        assert.deepEqual([...told.keys()], [...english.keys()], lang)
        const same = [...told].filter(
          ([name, words]) => words === english.get(name) && /[a-z]{2}/i.test(words),
        )
        if (lang !== 'en') assert.deepEqual(same, [], lang)
        for (const [name, words] of told) assert.notEqual(words.trim(), '', name)
      }
    }
  })
})

/** Every text by its name; those with parts are given the names of the parts. */
function leaves(all: object, before = ''): Map<string, string> {
  return new Map(
    Object.entries(all).flatMap(([name, value]: [string, unknown]) => {
      if (typeof value === 'string') return [[before + name, value] as const]
      if (typeof value !== 'function') return [...leaves(value as object, `${before}${name}.`)]
      const parts = Array.from({ length: value.length }, (_, place) => `<${place}>`)
      const words = (value as (...parts: string[]) => string)(...parts)
      for (const part of parts)
        assert.ok(words.includes(part), `${before}${name} leaves out ${part}`)
      return [[before + name, words] as const]
    }),
  )
}
