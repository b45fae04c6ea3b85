import { useEffect, useState } from 'preact/hooks'
import type { Language } from '../../../src/platform/language.ts'

/** Messages of a page, and the language that they are in. */
export interface LoadedMessages<Messages> {
  readonly lang: Language
  readonly messages: Messages
}

/** Loads the messages of a language. Rejects if the server is unreachable. */
export type LoadMessages<Messages> = (lang: Language) => Promise<LoadedMessages<Messages>>

/**
 * Returns the messages of the wanted language; until they are loaded, those of the language before.
 * After a failure it tries again when the browser is online.
 */
export function useLoadedMessages<Messages>(
  loadMessages: LoadMessages<Messages>,
  wanted: Language,
  first: LoadedMessages<Messages>,
): LoadedMessages<Messages> {
  const [loaded, setLoaded] = useState(first)
  const isLoaded = loaded.lang === wanted
  useEffect(() => {
    if (isLoaded) return undefined
    const abort = new AbortController()
    const load = async () => {
      const next = await loadMessages(wanted).catch(() => undefined)
      if (next !== undefined && !abort.signal.aborted) setLoaded(next)
    }
    void load()
    globalThis.addEventListener('online', () => void load(), { signal: abort.signal })
    return () => abort.abort()
  }, [wanted, isLoaded])
  return loaded
}
