import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR_MS } from '../../src/platform/time/time-units.ts'
import { quotaOf, REFUSED_REQUEST } from '../harness/portal-usage-answers.ts'
import { loadMessages } from '../../web/portal/messages/load-messages.ts'
import { describeFacts } from '../../web/portal/usage/requests/describe-facts.ts'
import { describeForecast } from '../../web/portal/usage/describe-forecast.ts'
import { createFormat } from '../../web/shared/i18n/format.ts'

const NOW_MS = Date.UTC(2026, 10, 22, 13, 37)
const format = createFormat('en', 'UTC')
const english = (await loadMessages('en')).messages
const messages = english.usage
const portal = { format, common: english.common }

describe('the forecast of a quota', () => {
  it('says when it is used up, and how long before it begins anew', () => {
    const quota = quotaOf(NOW_MS, 7_000, NOW_MS + 2 * HOUR_MS)
    const { tone, text } = describeForecast(quota, messages, format)
    assert.equal(tone, 'stale')
    assert.match(
      text,
      /812 requests per hour.*runs out at Nov 22, 15:37, 8\u00A0h\u00A023\u00A0min before/,
    )
  })

  it('says that it lasts where nothing uses it up in time, or nothing was asked', () => {
    const lasting = quotaOf(NOW_MS, 100)
    assert.match(describeForecast(lasting, messages, format).text, /is sufficient\.$/)
    const idle = { ...lasting, forecast: { hourly: 0 } }
    assert.match(describeForecast(idle, messages, format).text, /No requests in the last hour/)
  })

  it('says that it is over as soon as it is, whatever the rate was', () => {
    const { tone, text } = describeForecast(quotaOf(NOW_MS, 10_000), messages, format)
    assert.equal(tone, 'bad')
    assert.match(text, /used up\. All requests are rejected with 429 until Nov 23, 00:00/)
  })
})

describe('what a stage found', () => {
  const factsOf = (stage: string) =>
    REFUSED_REQUEST.stages.find((one) => one.stage === stage)?.facts ?? {}

  it('is one line for each limit, with what was used of it', () => {
    const text = describeFacts(factsOf('limits'), messages, portal)
    const told = Object.fromEntries(text.map(({ name, value }) => [name, value]))
    assert.equal(told['This minute'], '60 of 60 used')
    assert.equal(told['This day'], '2,676 of 10,000 used')
    assert.equal(told['Limit exceeded'], 'Requests per minute')
    assert.equal(text.length, 6)
  })

  it('is in text, with the names of regions', () => {
    assert.deepEqual(describeFacts(factsOf('region'), messages, portal), [
      { name: 'Region', value: 'Japan' },
      { name: 'Granted to the key', value: 'Yes' },
    ])
  })

  it('is shown as the server says it where there is no word for it', () => {
    assert.deepEqual(describeFacts({ constructor: 'toString', newFact: 7 }, messages, portal), [
      { name: 'constructor', value: 'toString' },
      { name: 'newFact', value: '7' },
    ])
  })

  it('is a time where it is one, and a length where it is one', () => {
    assert.deepEqual(
      describeFacts({ dayEndsAtMs: NOW_MS, ms: 1.26, ageMs: 90_000 }, messages, portal),
      [
        { name: 'Day resets', value: format.moment(NOW_MS) },
        { name: 'Duration', value: '1.3 ms' },
        { name: 'Age of the response', value: '1\u00A0min\u00A030\u00A0s' },
      ],
    )
  })
})
