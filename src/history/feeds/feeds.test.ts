import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import ICAL from 'ical.js'
import { LANGUAGES } from '../../platform/language.ts'
import { HOUR_MS } from '../../platform/time/time-units.ts'
import { ANNOUNCEMENT_TABS } from '../../game/operations.ts'
import type { Fact } from '../calendar/fact.ts'
import type { AnnouncementTab } from '../calendar/known-announcement.ts'
import { createAnnouncementFeed } from './announcement-feed.ts'
import { createEventFeed } from './feed-entries.ts'
import { toFeedEvent, type FeedEvent } from './feed-event.ts'
import { renderAtom } from './render-atom.ts'
import { ALARMS, renderCalendar } from './render-calendar.ts'
import { renderJsonFeed } from './render-json-feed.ts'

const START = Date.UTC(2026, 10, 20, 6)
const ORIGIN = 'https://backline.example'

const event = (some: Partial<FeedEvent> = {}): FeedEvent => ({
  region: 'jp',
  id: '2004',
  run: 2,
  name: 'Stella; Night, \\ & <Stars>',
  startsAtMs: START,
  endsAtMs: START + 72 * HOUR_MS,
  announcedAtMs: START - 24 * HOUR_MS,
  resultsAtMs: undefined,
  changes: 0,
  changedAtMs: undefined,
  ...some,
})
const calendarOf = (events: readonly FeedEvent[], some: object = {}) =>
  renderCalendar(events, {
    region: 'jp',
    language: 'en',
    alarm: 'none',
    publicUrl: ORIGIN,
    ...some,
  })
const parseCalendar = (text: string) =>
  new ICAL.Component(ICAL.parse(text) as unknown[])
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component))

describe('a calendar of events', () => {
  it('is read by a calendar program with its times in UTC', () => {
    const [read] = parseCalendar(calendarOf([event()]))
    assert.equal(read?.summary, 'Stella; Night, \\ & <Stars>')
    assert.equal(read.startDate.toJSDate().getTime(), START)
    assert.equal(read.endDate.toJSDate().getTime(), START + 72 * HOUR_MS)
    assert.equal(read.uid, 'jp-event-2004-run-2@backline')
    assert.equal(
      read.component.getFirstPropertyValue('url'),
      `${ORIGIN}/?region=jp&event=2004&startsAt=${START}`,
    )
  })

  it('keeps the UID of an event whose name or period changes', () => {
    const uid = (some: Partial<FeedEvent>) => parseCalendar(calendarOf([event(some)]))[0]?.uid
    assert.equal(uid({ endsAtMs: START + HOUR_MS }), uid({}))
    assert.equal(uid({ startsAtMs: START + HOUR_MS, name: 'other' }), uid({}))
    assert.notEqual(uid({ run: 3 }), uid({}))
    assert.notEqual(uid({ region: 'tw' }), uid({}))
  })

  it('tells programs that a moved event has changed, by a later revision', () => {
    const changedAtMs = START - HOUR_MS
    const moved = event({ startsAtMs: START + HOUR_MS, changes: 2, changedAtMs })
    const propertiesOf = (one: FeedEvent) =>
      ['sequence', 'last-modified', 'dtstamp'].map((name) =>
        String(parseCalendar(calendarOf([one]))[0]?.component.getFirstPropertyValue(name)),
      )
    assert.deepEqual(propertiesOf(event()), ['0', '2026-11-19T06:00:00Z', '2026-11-19T06:00:00Z'])
    assert.deepEqual(propertiesOf(moved), ['2', '2026-11-20T05:00:00Z', '2026-11-20T05:00:00Z'])
  })

  it('reminds before the end, unless the event is shorter than that', () => {
    const alarms = (alarm: string, hours: number) =>
      parseCalendar(calendarOf([event({ endsAtMs: START + hours * HOUR_MS })], { alarm }))[0]
        ?.component.getAllSubcomponents('valarm')
        .map((one) => String(one.getFirstPropertyValue('trigger')))
    assert.deepEqual(alarms('3h', 72), ['-PT3H'])
    assert.deepEqual(alarms('3h', 3), [])
    assert.deepEqual(alarms('none', 72), [])
    for (const alarm of ALARMS) assert.equal(alarms(alarm, 72)?.length, alarm === 'none' ? 0 : 1)
  })

  it('carries any name unchanged, in lines of at most 75 octets', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 })
    fc.assert(
      fc.property(name, (text) => {
        const rendered = calendarOf([event({ name: text })])
        const lines = rendered.split('\r\n')
        assert.equal(lines.pop(), '')
        for (const line of lines) assert.ok(Buffer.byteLength(line) <= 75, line)
        assert.equal(parseCalendar(rendered)[0]?.summary, text)
      }),
    )
    const [read] = parseCalendar(calendarOf([event({ name: 'a\r\nBEGIN:VALARM\nb' })]))
    assert.equal(read?.summary, 'a\nBEGIN:VALARM\nb')
  })

  it('has no link where the server does not know its address', () => {
    assert.doesNotMatch(calendarOf([event()], { publicUrl: '' }), /URL|http/)
  })
})

const feedOf = (events: readonly FeedEvent[], some: object = {}) =>
  createEventFeed(events, {
    region: 'jp',
    language: 'en',
    publicUrl: ORIGIN,
    path: '/feed.atom',
    nowMs: START + HOUR_MS,
    ...some,
  })

describe('a feed of events', () => {
  it('has an entry for each announcement, start and end so far, newest first, in Atom and in JSON alike', () => {
    const feed = feedOf([event(), event({ id: '7', run: 1, startsAtMs: START + 2 * HOUR_MS })])
    const atom = parseAtomFeed(renderAtom(feed))
    const json = parseJsonFeed(renderJsonFeed(feed))
    const titles = [
      'Stella; Night, \\ & <Stars> has started',
      'Stella; Night, \\ & <Stars> was announced',
      'Stella; Night, \\ & <Stars> was announced',
    ]
    assert.deepEqual(
      atom.entries?.map(({ title }) => title?.value),
      titles,
    )
    assert.deepEqual(
      json.items?.map(({ title }) => title),
      titles,
    )
    assert.deepEqual(
      atom.entries?.map(({ id }) => id),
      json.items?.map(({ id }) => id),
    )
    assert.equal(atom.updated, new Date(START).toISOString())
    assert.deepEqual(
      atom.links?.map(({ href }) => href),
      [`${ORIGIN}/feed.atom`, `${ORIGIN}/?region=jp`],
    )
  })

  it('keeps the id and the time of an entry, whatever the name', () => {
    const first = feedOf([event()])
    const renamed = feedOf([event({ name: 'other' })])
    const withoutTitle = ({ entries }: typeof first) => entries.map(({ id, atMs }) => [id, atMs])
    assert.deepEqual(withoutTitle(renamed), withoutTitle(first))
    assert.equal(new Set(first.entries.map(({ id }) => id)).size, first.entries.length)
  })

  it('tells the final results when they are known, and never what is to come', () => {
    const nowMs = START + 80 * HOUR_MS
    const resultsAtMs = START + 73 * HOUR_MS
    const ids = feedOf([event({ resultsAtMs })], { nowMs }).entries.map(({ id }) =>
      id.split(':').at(-1),
    )
    assert.deepEqual(ids, ['results', 'ended', 'started', 'announced'])
    assert.deepEqual(feedOf([event()], { nowMs: START - 48 * HOUR_MS }).entries, [])
  })

  it('has at most 50 entries', () => {
    const events = Array.from({ length: 100 }, (_, index) => event({ id: String(index) }))
    assert.equal(feedOf(events).entries.length, 50)
  })

  it('is well-formed without entries, and for any name', () => {
    assert.equal(parseAtomFeed(renderAtom(feedOf([]))).updated, new Date(0).toISOString())
    // The parser trims and merges spaces.
    const words = fc.string({ unit: 'binary', maxLength: 60 }).map((text) => `x${text}x`)
    fc.assert(
      fc.property(words, (name) => {
        const read = parseAtomFeed(renderAtom(feedOf([event({ name })])))
        assert.equal(read.entries?.length, 2)
      }),
    )
  })
})

describe('a feed of announcements', () => {
  const announcement = (id: string, content: object): Fact => ({
    region: 'jp',
    kind: 'announcement',
    id,
    startsAtMs: START,
    source: 'announcement',
    content: {
      title: `<b> ${id}`,
      text: 'From 1 & on',
      category: 'OTHER',
      shownFromMs: START,
      shownUntilMs: START + 9 * HOUR_MS,
      seenAtMs: START + 1_000,
      updatedAtMs: START - HOUR_MS,
      ...content,
    },
  })
  const facts = [
    announcement('1', { category: 'BUG', updatedAtMs: START + 2 * HOUR_MS }),
    announcement('2', { category: 'EVENT', shownFromMs: START + 10_000 }),
    announcement('3', { category: 'EVENT', shownUntilMs: START + 1 }),
  ]
  const options = {
    region: 'jp',
    language: 'en',
    publicUrl: ORIGIN,
    path: '/a',
    nowMs: START + HOUR_MS,
  } as const
  const feedOfTab = (tab: AnnouncementTab) => createAnnouncementFeed(facts, { ...options, tab })

  it('has those of a tab, newest first, in the language of the region', () => {
    const idsOf = (tab: AnnouncementTab) => feedOfTab(tab).entries.map(({ id }) => id)
    const id = (of: string) => `urn:backline:jp-announcement-${of}:${START}`
    assert.deepEqual(idsOf('ALL'), [id('2'), id('1'), id('3')])
    assert.deepEqual(idsOf('OPENING_EVENTS'), [id('2')])
    assert.deepEqual(idsOf('BUG'), [id('1')])
    const feeds = ANNOUNCEMENT_TABS.map((tab) => feedOfTab(tab).id)
    assert.equal(new Set(feeds).size, feeds.length)
  })

  it('says when each was published and last changed, in Atom and in JSON alike', () => {
    const atom = parseAtomFeed(renderAtom(feedOfTab('ALL')))
    const json = parseJsonFeed(renderJsonFeed(feedOfTab('ALL')))
    const text = (ms: number) => new Date(ms).toISOString()
    // Listed before it was shown: published when it was seen.
    assert.deepEqual(
      atom.entries?.map(({ published, updated }) => [published, updated]),
      [
        [text(START + 1_000), text(START + 1_000)],
        [text(START), text(START + 2 * HOUR_MS)],
        [text(START), text(START)],
      ],
    )
    assert.equal(atom.updated, text(START + 2 * HOUR_MS))
    assert.deepEqual(
      json.items?.map(({ date_modified: modified }) => modified),
      [undefined, text(START + 2 * HOUR_MS), undefined],
    )
    assert.deepEqual(
      json.items?.map(({ title, language }) => [title, language]),
      ['2', '1', '3'].map((id) => [`<b> ${id}`, 'ja']),
    )
    assert.match(renderAtom(feedOfTab('ALL')), /<entry xml:lang="ja">/)
  })
})

describe('an event in feeds', () => {
  const message = { region: 'jp', id: '2004', run: 2, startsAt: String(START), endsAt: '0' }

  it('has its name in the language of the reader, else a name with its id', () => {
    const name = { ja: '星の夜', en: 'Night of stars' }
    assert.equal(toFeedEvent({ ...message, name }, 'en').name, 'Night of stars')
    assert.equal(toFeedEvent({ ...message, name }, 'ko').name, '星の夜')
    assert.equal(toFeedEvent(message, 'en').name, 'Event 2004')
    assert.equal(toFeedEvent(message, 'ja').name, 'イベント 2004')
  })

  it('has texts in every language', () => {
    for (const language of LANGUAGES) {
      const { title, entries } = feedOf([event()], { language })
      assert.match(title, /JP/)
      for (const entry of entries) assert.match(entry.title, /Stella/)
    }
  })
})
