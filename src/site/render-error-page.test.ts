import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LANGUAGES } from '../platform/language.ts'
import { ERROR_CODES, type ErrorCode } from '../platform/http/errors/service-error.ts'
import { PROBLEMS } from '../platform/http/errors/problem.ts'
import { PUBLIC_LISTENER, renderErrorPage, type ErrorPageContent } from './render-error-page.ts'

const pageOf = (code: ErrorCode, more: Partial<ErrorPageContent> = {}) =>
  renderErrorPage({
    status: PROBLEMS[code].status,
    code,
    requestId: '4dd01df2268e7367d49dd7e3',
    retryAfterS: undefined,
    isPlanned: false,
    acceptLanguage: undefined,
    cookie: undefined,
    portal: undefined,
    ...PUBLIC_LISTENER,
    maintenance: undefined,
    nowMs: 0,
    ...more,
  })
const headingOf = (page: string) => /<h1>([^<]+)<\/h1>/.exec(page)?.[1]

describe('the page of an error', () => {
  it('has a heading and a text for every code in every language', () => {
    for (const language of LANGUAGES) {
      for (const code of ERROR_CODES) {
        const page = pageOf(code, { acceptLanguage: language })
        assert.ok(page.includes(`<html lang="${language}"`), language)
        assert.match(page, /<h1>[^<]{2,}<\/h1>\s*<p>[^<]{5,}<\/p>/)
        assert.ok(page.includes('4dd01df2268e7367d49dd7e3'))
        assert.doesNotMatch(page, /<script|undefined/)
      }
    }
    const headings = ['ja', 'ko', 'zh-TW', 'zh-CN', 'fr'].map((acceptLanguage) =>
      headingOf(pageOf('not_found', { acceptLanguage })),
    )
    assert.equal(new Set(headings).size, 5)
    assert.equal(headings.at(-1), 'Page not found')
  })

  it('follows the language and the theme that the reader chose on a page', () => {
    const chosen = pageOf('not_found', {
      acceptLanguage: 'ko',
      cookie: 'a=b; backline-view=ja.dark..',
    })
    assert.ok(chosen.includes('<html lang="ja" data-theme="dark">'))
    const damaged = pageOf('not_found', { acceptLanguage: 'ko', cookie: 'backline-view=xx.<b>' })
    assert.ok(damaged.includes('<html lang="ko" data-theme="auto">'))
  })

  it('says that maintenance is under way, in the game or planned', () => {
    assert.equal(headingOf(pageOf('maintenance')), 'Maintenance')
    assert.equal(headingOf(pageOf('unavailable', { isPlanned: true })), 'Maintenance')
    assert.equal(headingOf(pageOf('unavailable')), 'Temporarily unavailable')
  })

  it('says when to try again, in the unit that people count in', () => {
    assert.match(
      pageOf('unavailable', { retryAfterS: 5 }),
      /Try again in 5 s\.[^]*<a class="button" href="">/,
    )
    assert.match(pageOf('unavailable', { retryAfterS: 1_201 }), /Try again in 21 min\./)
    assert.doesNotMatch(pageOf('not_found'), /Try again/)
  })

  it('announces planned maintenance with its window in every language', () => {
    const fromMs = Date.UTC(2026, 10, 24, 3)
    const maintenance = { id: 'm', title: 'New <b>database', fromMs, untilMs: fromMs + 7_200_000 }
    const announcements = LANGUAGES.map((acceptLanguage) => {
      const page = pageOf('not_found', { acceptLanguage, maintenance })
      const [banner = ''] = /<aside class="announcement"[^]*<\/aside>/.exec(page) ?? []
      assert.ok(banner.includes('New &lt;b&gt;database'), acceptLanguage)
      assert.match(banner, /UTC/)
      assert.match(banner, /3[^]*5/)
      assert.ok(banner.includes(`href="/status?lang=${acceptLanguage}#m"`), banner)
      return /<strong>([^<]+)/.exec(banner)?.[1]
    })
    assert.equal(new Set(announcements).size, LANGUAGES.length)
    const underWay = pageOf('not_found', { maintenance, nowMs: fromMs })
    assert.match(underWay, /Maintenance is under way/)
    assert.doesNotMatch(pageOf('not_found'), /<aside/)
  })

  it('takes its files and links from where its listener says', () => {
    const page = pageOf('not_found', {
      assets: '/portal/assets',
      siteOrigin: 'https://data.example',
      portal: '/portal',
    })
    const addresses = [...page.matchAll(/(?:href)="([^"#]+)"/g)].map(([, address]) => address)
    const local = addresses.filter((address) => !address?.startsWith('https://data.example/'))
    assert.deepEqual(
      new Set(local),
      new Set(['/portal/assets/icon.svg', '/portal/assets/status.css', '/', '/portal']),
    )
  })

  it('links to the portal only if it has an address', () => {
    assert.doesNotMatch(pageOf('not_found'), /Developer portal/)
    assert.match(pageOf('not_found', { portal: '/portal' }), /href="\/portal">Developer portal/)
  })
})
