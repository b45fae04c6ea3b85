import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeUserAgent } from '../../web/portal/account/describe-user-agent.ts'
import { createDescribeDetail } from '../../web/portal/audit/describe-detail.ts'
import { en } from '../../web/portal/messages/en.ts'
import { ja } from '../../web/portal/messages/ja.ts'
import { createFormat } from '../../web/shared/i18n/format.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

describe('a detail of the audit trail', () => {
  const describeIn = (lang: 'en' | 'ja') =>
    createDescribeDetail({
      messages: (lang === 'ja' ? ja : en).audit,
      common: (lang === 'ja' ? ja : en).common,
      format: createFormat(lang, 'Asia/Tokyo'),
    })

  it('is said in words', () => {
    const say = describeIn('en')
    assert.equal(say('scopes', 'game:decks game:gacha'), 'Scopes: Decks and Gacha')
    assert.equal(say('regions', 'jp kr'), 'Regions: Japan and Korea')
    assert.equal(say('expires', '2026-11-22T15:00:00.000Z'), 'Expires: Nov 23, 2026, 00:00')
    assert.equal(say('expires', 'never'), 'Expires: never')
    assert.equal(say('day', '20000'), 'Per day: 20,000')
    assert.equal(say('agent', CHROME), 'Browser: Chrome, Windows')
    assert.equal(describeIn('ja')('with', 'link'), '方法: サインインリンク')
  })

  it('stays as it was written where it is not known, or is in somebody’s own words', () => {
    const say = describeIn('en')
    assert.equal(say('something', 'new'), 'something: new')
    assert.equal(say('constructor', 'toString'), 'constructor: toString')
    assert.equal(say('scopes', 'game:new'), 'Scopes: game:new')
    assert.equal(say('name', 'never'), 'Name: never')
    assert.equal(say('plan', 'operator'), 'Plan: operator')
    assert.equal(say('agent', 'curl/8'), 'Browser: curl/8')
  })
})

describe('the name of a browser', () => {
  it('is that of the browser, not of those it says it is like', () => {
    assert.deepEqual(describeUserAgent(CHROME), { browser: 'Chrome', system: 'Windows' })
    assert.equal(describeUserAgent(`${CHROME} Edg/140.0.0.0`).browser, 'Edge')
    assert.deepEqual(
      describeUserAgent('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'),
      { browser: 'Firefox', system: 'Linux' },
    )
    assert.deepEqual(describeUserAgent('<script>'), { browser: undefined, system: undefined })
  })
})
