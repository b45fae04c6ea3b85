import { maskKey, readSessionKey } from '../shared/session-key.ts'

/** What the documents write in place of a key. */
export const KEY_PLACEHOLDER = 'bkl_...'

/** The code of each block as the document has it, with the reader's own origin. */
const sources = new Map<Element, string>()

/**
 * Writes the origin that the reader uses into all code, and the reader's key with its secret part
 * hidden: the page never contains the complete key, so that no picture, print, saved copy or
 * translation of it does. Call it again when the key changes.
 */
export function fillInCode(): void {
  const origin = document.documentElement.dataset['origin'] ?? location.origin
  // The code of a request form follows its fields instead.
  for (const code of document.querySelectorAll('main .code code:not(form code)')) {
    if (!sources.has(code)) {
      sources.set(code, (code.textContent ?? '').replaceAll(origin, location.origin))
    }
    const text = withKey(code, (key) => maskKey(key))
    if (code.textContent !== text) code.textContent = text
  }
}

/** Returns the code of a block as the reader runs it, with the complete key. */
export function codeToCopy(code: Element): string {
  return withKey(code, (key) => key)
}

/** Shows the complete key in a block whose text the reader must copy by hand. */
export function revealCode(code: Element): void {
  const text = codeToCopy(code)
  if (code.textContent !== text) code.textContent = text
}

function withKey(code: Element, render: (key: string) => string): string {
  const source = sources.get(code) ?? code.textContent ?? ''
  const key = readSessionKey()
  return key === undefined ? source : source.replaceAll(KEY_PLACEHOLDER, () => render(key))
}
