import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { htmlToText } from './html-to-text.ts'

describe('the text of HTML', () => {
  it('has a line for each block, without tags, styles and scripts', () => {
    const html =
      '<style>p{color:red}</style><h1>Rain</h1>\n<p>From <b>noon</b>\n to&nbsp;9<br/>p.m.</p><script>x("<p>")</script><ul><li>a</li></ul>'
    assert.equal(htmlToText(html, 100), 'Rain\nFrom noon to 9\np.m.\na')
  })

  it('decodes entities once', () => {
    assert.equal(
      htmlToText('&amp;lt; &#12354; &#x3042; &quot;&unknown; &#0;', 100),
      '&lt; あ あ "&unknown;',
    )
  })

  it('is cut between characters', () => {
    assert.equal(htmlToText('😀😀😀', 2), '😀😀…')
    assert.equal(htmlToText('😀😀', 2), '😀😀')
  })

  it('is short and quick for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '&', 'style', '/', ' ', 'a', '\n') }),
        (html) => {
          assert.ok(Array.from(htmlToText(html.repeat(2_000), 50)).length <= 51)
        },
      ),
      { numRuns: 20 },
    )
  })
})
