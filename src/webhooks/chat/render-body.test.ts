import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LANGUAGES } from '../../platform/language.ts'
import { MESSAGE_TYPES } from '../conditions/condition.ts'
import type { MessageContent } from '../webhook.ts'
import { createChatMessage } from './chat-message.ts'
import { renderBody } from './render-body.ts'

const ORIGIN = 'https://backline.example'

const PASSED: MessageContent = {
  type: 'cutoff.passed',
  timestamp: '2026-11-23T06:00:00.000Z',
  data: {
    region: 'jp',
    event: { id: '2004', name: '<@1> *夏*', startsAt: '1790000000000', endsAt: '1796000000000' },
    rank: 1_000,
    value: 1_500_000,
    points: 1_503_201,
    fetchedAt: '1795413598000',
  },
}

const CHART = `${ORIGIN}/api/public/v1/game/jp/events/2004/chart.png?ranks=1000&startsAt=1790000000000&from=1790000000000&until=1795413600000&language=en`

function bodyOf(preset: 'discord' | 'slack', publicUrl = ORIGIN) {
  return JSON.parse(renderBody({ content: PASSED, preset, language: 'en' }, publicUrl)) as Record<
    string,
    unknown
  >
}

describe('the body of a webhook', () => {
  it('is the content itself in the standard form', () => {
    const body = renderBody({ content: PASSED, preset: 'standard', language: 'ja' }, ORIGIN)
    assert.deepEqual(JSON.parse(body), PASSED)
  })

  it('is an embed with the chart for Discord, and mentions nobody', () => {
    const { embeds, allowed_mentions: mentions } = bodyOf('discord')
    const [embed] = embeds as Record<string, unknown>[]
    assert.deepEqual(mentions, { parse: [] })
    assert.equal(embed?.['title'], 'Rank 1,000 passed 1,500,000')
    assert.match(
      String(embed?.['description']),
      /^1,503,201 points at .* UTC · \\<@1\\> \\\*夏\\\*$/,
    )
    assert.deepEqual(embed?.['image'], { url: CHART })
    assert.equal(embed?.['timestamp'], PASSED.timestamp)
  })

  it('is blocks with the chart for Slack, and links only the page of the event', () => {
    const { text, blocks } = bodyOf('slack')
    assert.equal(text, 'Rank 1,000 passed 1,500,000')
    const [header, section, image] = blocks as Record<string, never>[]
    assert.equal(header?.['type'], 'header')
    const { text: said } = (section as unknown as { text: { text: string } }).text
    assert.ok(said.includes('&lt;@1&gt;'))
    assert.deepEqual(said.match(/<[^>]*>/g), [
      `<${ORIGIN}/?region=jp&event=2004&startsAt=1790000000000|Backline>`,
    ])
    assert.equal(image?.['image_url'], CHART)
  })

  it('has neither picture nor link where the server does not know its address', () => {
    const text = JSON.stringify([bodyOf('discord', ''), bodyOf('slack', '')])
    assert.ok(!text.includes('http'))
  })

  it('says every message in every language, with nothing left to fill in', () => {
    for (const language of LANGUAGES) {
      for (const type of MESSAGE_TYPES) {
        const { title, lines } = createChatMessage({ ...PASSED, type }, language, ORIGIN)
        assert.ok(title !== '' && !/[{}]/.test(title + lines.join('')), `${language} ${type}`)
      }
    }
  })
})
