import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ACCOUNT_MESSAGES } from '../../web/portal/account/messages/account-messages.ts'
import { AUDIT_MESSAGES } from '../../web/portal/audit/messages/audit-messages.ts'
import { KEY_MESSAGES } from '../../web/portal/keys/messages/key-messages.ts'
import { SIGN_IN_MESSAGES } from '../../web/portal/sign-in/messages/sign-in-messages.ts'
import { REQUEST_LIST_MESSAGES } from '../../web/portal/usage/messages/request-list-messages.ts'
import { COMMON_MESSAGES } from '../../web/portal/messages/common-messages.ts'
import { LANGUAGES } from '../../src/platform/language.ts'

const AREAS = {
  FRAME_TEXTS: COMMON_MESSAGES,
  SIGN_IN_TEXTS: SIGN_IN_MESSAGES,
  KEY_TEXTS: KEY_MESSAGES,
  AUDIT_TEXTS: AUDIT_MESSAGES,
  ACCOUNT_TEXTS: ACCOUNT_MESSAGES,
  REQUEST_LIST_TEXTS: REQUEST_LIST_MESSAGES,
}

describe('the messages of the portal', () => {
  for (const [area, messages] of Object.entries(AREAS)) {
    it(`say in each language what English says, and with the same parts: ${area}`, () => {
      const english = textsIn(messages.en)
      assert.ok(english.size > 15)
      for (const lang of LANGUAGES) {
        const told = textsIn(messages[lang])
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
    for (const messages of Object.values(AREAS)) {
      for (const lang of ['ja', 'zh-Hans', 'zh-Hant'] as const) {
        for (const [name, words] of textsIn(messages[lang])) {
          assert.doesNotMatch(
            words,
            /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}][,:?;!()]/u,
            `${lang} ${name}`,
          )
        }
      }
      for (const [name, words] of textsIn(messages.ko)) {
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
