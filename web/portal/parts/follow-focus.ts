/**
 * Gives the focus back to the button that a dialog came from. Where that goes away afterwards, with the row that it stood in, the focus goes on
 * at the table, and at the heading of the page where the table went too: else those who use keys begin at the top again.
 */
export function followFocus(button: HTMLElement): void {
  const table = button.closest<HTMLElement>('.scroll')
  button.focus()
  const main = button.closest('main')
  if (table === null || main === null) return
  const observer = new MutationObserver(() => {
    if (button.isConnected && document.activeElement === button) return
    observer.disconnect()
    if (document.activeElement !== document.body) return
    const next = table.isConnected ? table : document.querySelector('h1')
    next?.focus()
  })
  observer.observe(main, { childList: true, subtree: true })
}
