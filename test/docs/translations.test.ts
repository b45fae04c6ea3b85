import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, it } from 'node:test'
import { Marked, type Token, type Tokens } from 'marked'
import { TRANSLATED_GUIDES } from '../../src/site/docs/guides.ts'
import { renderTranslation } from '../../src/site/docs/render-guide.ts'

// A guide in another language says the same in the same order: it has the same code, sections,
// tables and names, and links to the same places.
const ROOT = join(import.meta.dirname, '..', '..')
const MARKED = new Marked({ gfm: true })
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** Returns the code of a document, and what its other parts are besides their words. */
function structureOf(file: string): readonly unknown[] {
  return MARKED.lexer(read(file))
    .filter(({ type }) => type !== 'space')
    .map((token) => {
      if (token.type === 'code') return [token.type, token.raw]
      if (token.type === 'heading') return [token.type, (token as Tokens.Heading).depth]
      if (token.type === 'table') {
        return [token.type, (token as Tokens.Table).rows.map(([name]) => name?.text)]
      }
      const inline = inlineOf(token)
      return [
        token.type,
        // Word order differs between languages.
        inline.flatMap((one) => (one.type === 'codespan' ? one.raw : [])).toSorted(),
        linksOf(file, inline).toSorted(),
      ]
    })
}

function inlineOf(token: Token): readonly Token[] {
  const { tokens = [], items = [] } = token as Tokens.Generic & { items?: readonly Token[] }
  return [...tokens, ...items].flatMap((one) => [one, ...inlineOf(one)])
}

/** Returns the targets of links, as paths from the root without the folder of the language. */
function linksOf(file: string, inline: readonly Token[]): readonly string[] {
  return inline
    .filter((token): token is Tokens.Link => token.type === 'link')
    .map(({ href }) => (/^[a-z]+:/.test(href) ? href : posix.join(posix.dirname(file), href)))
    .map((target) => target.replace(/^docs\/(?:ja|ko|zh-Han[st])\//, 'docs/'))
    .filter((target) => !target.endsWith('#the-upstream-cause'))
}

describe('guides in other languages', () => {
  it('are the quickstart and the errors in four', () => {
    assert.equal(TRANSLATED_GUIDES.length, 8)
  })

  for (const guide of TRANSLATED_GUIDES) {
    it(`${guide.file} has the code, sections, names and links of the English one`, () => {
      const [own, english] = [structureOf(guide.file), structureOf(guide.original.file)]
      for (const [index, part] of english.entries()) assert.deepEqual(own[index], part)
      assert.equal(own.length, english.length)
    })

    it(`${guide.file} has the ids of the English sections`, () => {
      const { body, title, language } = renderTranslation(
        guide,
        read(guide.file),
        read(guide.original.file),
      )
      assert.equal(language, guide.language)
      assert.notEqual(title, guide.original.name)
      const id = guide.original.slug === 'errors' ? 'quota_exceeded' : '4-get-its-ranking'
      assert.ok(body.text.includes(`<h2 id="${id}">`))
    })
  }
})
