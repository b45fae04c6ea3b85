import type { Language } from '../../../src/platform/language.ts'
import type { LoadedMessages as Loaded } from '../../shared/i18n/use-loaded-messages.ts'
import type { Messages } from './en.ts'

/** Texts, and the language that they are in. */
export type LoadedMessages = Loaded<Messages>

/** Each language is a file of its own, so that a reader loads only theirs. */
const LOADERS: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: async () => (await import('./en.ts')).en,
  ja: async () => (await import('./ja.ts')).ja,
  'zh-Hant': async () => (await import('./zh-hant.ts')).zhHant,
  'zh-Hans': async () => (await import('./zh-hans.ts')).zhHans,
  ko: async () => (await import('./ko.ts')).ko,
}

/** Loads the messages of a language. Rejects if the server is unreachable. */
export async function loadMessages(lang: Language): Promise<LoadedMessages> {
  return { lang, messages: await LOADERS[lang]() }
}
