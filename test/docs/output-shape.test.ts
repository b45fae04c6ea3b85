import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { differenceOf } from './output-shape.ts'

describe('the shape of an output', () => {
  it('is that of other numbers, times and names', () => {
    const shown = '1 14648324 月の時計\nfetched 2026-11-21T19:12:19.156Z\n4dd01df2268e7367d49dd7e3'
    const actual = '1 7 ほし ぞら\nfetched 2027-01-02T03:04:05.678Z\naaaaaaaaaaaaaaaaaaaaaaaa\n'
    assert.equal(differenceOf(shown, 'text', actual), undefined)
  })

  it('is not that of other words, fewer lines or no number', () => {
    assert.ok(differenceOf('1 no player', 'text', '1 no players'))
    assert.ok(differenceOf('1 2\n3 4', 'text', '1 2\n'))
    assert.ok(differenceOf('T1 20', 'text', 'T1 undefined\n'))
    assert.ok(differenceOf('T1 20', 'text', ''))
  })

  it('has any number of lines where an ellipsis stands alone', () => {
    assert.equal(differenceOf('T1 2\n…\nend', 'text', 'T1 3\nT2 4\nT3 5\nend\n'), undefined)
    assert.equal(differenceOf('T1 2\n…', 'text', 'T1 3\n'), undefined)
    assert.ok(differenceOf('T1 2\n…\nend', 'text', 'T1 3\nT2 4\n'))
  })

  it('has the shown fields with their types, in JSON', () => {
    const shown = '{"id": "2002", "rows": [{"rank": 1, "…": "…"}]}'
    const differs = (actual: unknown) => differenceOf(shown, 'json', JSON.stringify(actual))
    assert.equal(differs({ id: '7', rows: [{ rank: 2, points: 3 }, { rank: 3 }] }), undefined)
    assert.equal(differs({ id: 'x', rows: [{ rank: 2 }] }), '$.id is text, not digits')
    assert.equal(differs({ id: '7', rows: [] }), '$.rows is empty')
    assert.equal(differs({ id: '7', rows: [{}] }), '$.rows[0].rank is missing')
    assert.equal(differs({ id: '7', rows: [{ rank: 2 }], more: 1 }), '$.more is not shown')
    assert.match(differenceOf(shown, 'json', 'oops') ?? '', /^Not JSON/)
  })
})
