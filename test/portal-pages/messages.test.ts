import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LANGUAGES, type Language } from '../../src/platform/language.ts'
import { loadMessages } from '../../web/portal/messages/load-messages.ts'
import type { PortalMessages } from '../../web/portal/messages/portal-messages.ts'

const LOADED = new Map(
  await Promise.all(
    LANGUAGES.map(async (lang) => [lang, (await loadMessages(lang)).messages] as const),
  ),
)

function messagesOf(lang: Language) {
  const messages = LOADED.get(lang)
  assert.ok(messages !== undefined)
  return messages
}

const AREAS = Object.keys(messagesOf('en')) as (keyof PortalMessages)[]

describe('the messages of the portal', () => {
  for (const area of AREAS) {
    it(`say in each language what English says, and with the same parts: ${area}`, () => {
      const english = textsIn(messagesOf('en')[area])
      assert.ok(english.size > 15)
      for (const lang of LANGUAGES) {
        const told = textsIn(messagesOf(lang)[area])
        assert.deepEqual([...told.keys()], [...english.keys()], lang)
        for (const [name, words] of told) {
          assert.notEqual(words.trim(), '', `${lang} ${name}`)
          assert.deepEqual(partsOf(words), partsOf(english.get(name) ?? ''), `${lang} ${name}`)
          if (lang === 'en' || !/[a-z]{2}/.test(words)) continue
          assert.notEqual(words, english.get(name), `${lang} ${name}`)
        }
      }
    })
  }

  it('in Chinese and Japanese have the marks of these, in Korean those of English', () => {
    for (const area of AREAS) {
      for (const lang of ['ja', 'zh-Hans', 'zh-Hant'] as const) {
        for (const [name, words] of textsIn(messagesOf(lang)[area])) {
          assert.doesNotMatch(
            words,
            /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}][,:?;!()]/u,
            `${lang} ${name}`,
          )
        }
      }
      for (const [name, words] of textsIn(messagesOf('ko')[area])) {
        assert.doesNotMatch(words, /[，：？；！（）、。]/u, `ko ${name}`)
      }
    }
  })
})

function partsOf(words: string): readonly string[] {
  return [...new Set(words.match(/<\d>/g))].sort()
}

/** Every text by its name; those with parts are given the names of the parts. */
function textsIn(messages: object, before = ''): Map<string, string> {
  return new Map(
    Object.entries(messages).flatMap(([name, value]: [string, unknown]) => {
      if (typeof value === 'string') return [[before + name, value] as const]
      if (typeof value !== 'function') return [...textsIn(value as object, `${before}${name}.`)]
      const parts = Array.from({ length: value.length }, (_, place) => `<${place}>`)
      const words = (value as (...given: string[]) => string)(...parts)
      return [[before + name, words] as const]
    }),
  )
}
