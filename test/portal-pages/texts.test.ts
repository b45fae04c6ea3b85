import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ACCOUNT_TEXTS } from '../../web/portal/account/texts/account-texts.ts'
import { AUDIT_TEXTS } from '../../web/portal/audit/texts/audit-texts.ts'
import { KEY_TEXTS } from '../../web/portal/keys/texts/key-texts.ts'
import { SIGN_IN_TEXTS } from '../../web/portal/sign-in/texts/sign-in-texts.ts'
import { FRAME_TEXTS } from '../../web/portal/texts/frame-texts.ts'
import { LANGUAGES } from '../../web/words/language.ts'

const AREAS = { FRAME_TEXTS, SIGN_IN_TEXTS, KEY_TEXTS, AUDIT_TEXTS, ACCOUNT_TEXTS }

describe('the texts of the portal', () => {
  for (const [area, texts] of Object.entries(AREAS)) {
    it(`say in each language what English says, and with the same parts: ${area}`, () => {
      const english = textsIn(texts.en)
      assert.ok(english.size > 15)
      for (const lang of LANGUAGES) {
        const told = textsIn(texts[lang])
        assert.deepEqual([...told.keys()], [...english.keys()], lang)
        for (const [name, words] of told) {
          assert.notEqual(words.trim(), '', `${lang} ${name}`)
          assert.deepEqual(partsOf(words), partsOf(english.get(name) ?? ''), `${lang} ${name}`)
          if (lang === 'en' || !/[a-z]{2}/i.test(words)) continue
          assert.notEqual(words, english.get(name), `${lang} ${name}`)
        }
      }
    })
  }

  it('in Chinese and Japanese have the marks of these, in Korean those of English', () => {
    for (const texts of Object.values(AREAS)) {
      for (const lang of ['ja', 'zh-Hans', 'zh-Hant'] as const) {
        for (const [name, words] of textsIn(texts[lang])) {
          assert.doesNotMatch(
            words,
            /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}][,:?;!()]/u,
            `${lang} ${name}`,
          )
        }
      }
      for (const [name, words] of textsIn(texts.ko)) {
        assert.doesNotMatch(words, /[，：？；！（）、。]/u, `ko ${name}`)
      }
    }
  })
})

function partsOf(words: string): readonly string[] {
  return [...new Set(words.match(/<\d>/g))].sort()
}

/** Every text by its name; those with parts are given the names of the parts. */
function textsIn(texts: object, before = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([name, value]: [string, unknown]) => {
      if (typeof value === 'string') return [[before + name, value] as const]
      if (typeof value !== 'function') return [...textsIn(value as object, `${before}${name}.`)]
      const parts = Array.from({ length: value.length }, (_, place) => `<${place}>`)
      const words = (value as (...given: string[]) => string)(...parts)
      return [[before + name, words] as const]
    }),
  )
}
