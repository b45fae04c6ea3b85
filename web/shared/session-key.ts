/** Where the key is stored: in this tab, for this origin, until the tab is closed. */
const STORAGE_KEY = 'backline-docs-key'

/** A complete key; its second part is the public id. */
const KEY = /^bkl_([0-9A-Za-z]{12})_[0-9A-Za-z]{38}$/

/**
 * Stores the developer key that samples of the documentation are filled in with, for this tab only:
 * no request carries it, and other tabs and origins cannot read it. Returns whether `text` is a
 * complete key and the browser has storage.
 */
export function storeSessionKey(text: string): boolean {
  const key = text.trim()
  if (!KEY.test(key)) return false
  try {
    sessionStorage.setItem(STORAGE_KEY, key)
    return true
  } catch {
    return false
  }
}

/** Returns the stored key. A text that is not a key counts as none, since readers paste it. */
export function readSessionKey(): string | undefined {
  try {
    const key = sessionStorage.getItem(STORAGE_KEY) ?? ''
    return KEY.test(key) ? key : undefined
  } catch {
    return undefined
  }
}

/** Removes the stored key. */
export function removeSessionKey(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY)
  } catch {
    // A browser without storage has nothing to remove.
  }
}

/** Returns a key with its secret part hidden: only the public id tells keys apart. */
export function maskKey(key: string): string {
  return `bkl_${KEY.exec(key)?.[1] ?? ''}_•••`
}
