/**
 * Remembers the button that opens a dialog. Returns a function to call when the dialog is removed:
 * it returns the focus to the button. If the button is removed with its row, before or after that,
 * it focuses the table, or the heading of the page without one, so that keyboard users keep their
 * place.
 */
export function rememberFocus(button: HTMLElement): () => void {
  const table = button.closest<HTMLElement>('.scroll')
  const main = button.closest('main')
  const focusPlace = () => {
    if (document.activeElement !== document.body) return
    const place = table?.isConnected === true ? table : document.querySelector('h1')
    place?.focus()
  }
  return () => {
    // The dialog is still there and makes the rest of the page inert.
    if (!button.isConnected) return queueMicrotask(focusPlace)
    button.focus()
    if (table === null || main === null) return
    const observer = new MutationObserver(() => {
      if (button.isConnected && document.activeElement === button) return
      observer.disconnect()
      focusPlace()
    })
    observer.observe(main, { childList: true, subtree: true })
  }
}
