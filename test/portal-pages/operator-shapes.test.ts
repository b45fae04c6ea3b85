import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LISTED } from '../harness/portal-operator-answers.ts'
import { PORTAL_APPLICATION } from '../harness/portal-usage-answers.ts'
import { filterDevelopers } from '../../web/portal/operator/developers/filter-developers.ts'
import { keyStateOf } from '../../web/portal/operator/developers/key-state.ts'
import {
  changedLimits,
  draftOf,
  limitOf,
  wrongLimits,
} from '../../web/portal/operator/plans/limit-draft.ts'
import { sharingOf } from '../../web/portal/operator/service/sharing-of.ts'

describe('the list of developers', () => {
  const idsOf = (text: string, state?: 'waiting' | 'active' | 'suspended') =>
    filterDevelopers(LISTED, { text, state }).map(({ developerId }) => developerId)

  it('has who waits for approval first', () => {
    assert.deepEqual(idsOf(''), ['d_linus', 'd_ada', 'd_mallory'])
  })

  it('finds by a part of the name in any case, by the beginning of the id, and by state', () => {
    assert.deepEqual(idsOf(' MALL '), ['d_mallory'])
    assert.deepEqual(idsOf('d_a'), ['d_ada'])
    assert.deepEqual(idsOf('', 'suspended'), ['d_mallory'])
    assert.deepEqual(idsOf('linus', 'active'), [])
  })
})

describe('a limit that somebody writes', () => {
  it('is a whole number from 1 to 1,000,000,000, with or without groups of three', () => {
    for (const [text, value] of [
      ['1', 1],
      [' 10,000 ', 10_000],
      ['10 000', 10_000],
      ['1000000000', 1_000_000_000],
      ['', null],
      ['  ', null],
    ] as const) {
      assert.equal(limitOf(text), value, text)
    }
    for (const text of ['0', '-1', '1.5', '1,5', '1e3', '1000000001', 'ten', '٣']) {
      assert.equal(limitOf(text), undefined, text)
    }
    assert.deepEqual(wrongLimits({ minute: 'x', day: '', concurrency: '0' }), [
      'minute',
      'concurrency',
    ])
  })

  it('is sent only when it is another, and as null when it was emptied', () => {
    const before = { minute: 60, day: 1_000 }
    assert.deepEqual(draftOf(before), { minute: '60', day: '1000', concurrency: '' })
    assert.deepEqual(changedLimits(before, draftOf(before)), {})
    assert.deepEqual(changedLimits(before, { minute: '', day: '1,000', concurrency: '5' }), {
      minute: null,
      concurrency: 5,
    })
  })
})

describe('what operators are told', () => {
  it('shares nothing where nothing was answered, and no more than all', () => {
    assert.equal(sharingOf({ answers: 0, cacheHits: 0, joined: 0 }), undefined)
    assert.equal(sharingOf({ answers: 200, cacheHits: 100, joined: 50 }), 0.75)
    assert.equal(sharingOf({ answers: 1, cacheHits: 1, joined: 1 }), 1)
  })

  it('says why a key is not accepted', () => {
    const [key] = PORTAL_APPLICATION.keys
    assert.ok(key)
    assert.equal(keyStateOf(key, 10), 'active')
    assert.equal(keyStateOf({ ...key, revokedAtMs: 1, isActive: false }, 10), 'revoked')
    assert.equal(keyStateOf({ ...key, expiresAtMs: 10, isActive: false }, 10), 'expired')
    assert.equal(keyStateOf({ ...key, expiresAtMs: 11, isActive: true }, 10), 'active')
    assert.equal(keyStateOf({ ...key, isActive: false }, 10), 'suspended')
    const replaced = { ...key, replacedBy: 'next' }
    assert.equal(keyStateOf({ ...replaced, expiresAtMs: 11 }, 10), 'overlap')
    assert.equal(keyStateOf({ ...replaced, expiresAtMs: 10, isActive: false }, 10), 'rotated')
    assert.equal(keyStateOf({ ...replaced, isActive: false }, 10), 'suspended')
    assert.equal(keyStateOf({ ...replaced, revokedAtMs: 1, isActive: false }, 10), 'revoked')
  })
})
