/** The script of the search: a path of its own, so that only readers who search load it. */
const SCRIPT = '/docs/assets/docs-search.js'

/** Opens the search with its button, `⌘K`, `Ctrl+K`, and `/` outside of fields. */
export function enableSearch(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-search]')
  if (button === null) return
  button.hidden = false
  button.addEventListener('click', () => void open(button))
  document.addEventListener('keydown', (event) => {
    if (!isShortcut(event)) return
    event.preventDefault()
    void open(button)
  })
}

function isShortcut({ key, metaKey, ctrlKey, altKey, target }: KeyboardEvent): boolean {
  if (key.toLowerCase() === 'k') return (metaKey || ctrlKey) && !altKey
  const isField = target instanceof Element && target.matches('input, select, textarea')
  return key === '/' && !metaKey && !ctrlKey && !altKey && !isField
}

async function open(button: HTMLElement): Promise<void> {
  try {
    const { openSearch } = (await import(/* @vite-ignore */ SCRIPT)) as {
      openSearch: () => void
    }
    openSearch()
  } catch {
    button.title = 'The search could not be loaded. Check your connection and try again.'
  }
}
