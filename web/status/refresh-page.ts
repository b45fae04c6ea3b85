/** Milliseconds between two looks at a newer page. */
const EVERY_MS = 30_000

/**
 * Replaces the content by that of a newer page every 30 s while the page is visible. What the
 * reader has opened stays open, and the focus stays where it is.
 */
export function refreshPage(): void {
  setInterval(() => {
    if (!document.hidden) void refresh()
  }, EVERY_MS)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void refresh()
  })
}

async function refresh(): Promise<void> {
  const fresh = await readPage()
  const main = document.querySelector('main')
  const next = fresh?.querySelector('main')
  if (main === null || next === null || next === undefined) return
  if (main.innerHTML === next.innerHTML) return
  const opened = detailsOf(main).map(({ open }) => open)
  const focused = focusableOf(main).indexOf(document.activeElement as HTMLElement)
  for (const [at, details] of detailsOf(next).entries()) details.open = opened[at] ?? false
  main.replaceChildren(...next.childNodes)
  if (focused >= 0) focusableOf(main)[focused]?.focus({ preventScroll: true })
}

/** Reads the page anew; `undefined` if the server does not answer. */
async function readPage(): Promise<Document | undefined> {
  try {
    const response = await fetch(location.href, { signal: AbortSignal.timeout(10_000) })
    if (!response.ok) return undefined
    return new DOMParser().parseFromString(await response.text(), 'text/html')
  } catch {
    return undefined
  }
}

function detailsOf(main: Element): readonly HTMLDetailsElement[] {
  return [...main.querySelectorAll('details')]
}

function focusableOf(main: Element): readonly HTMLElement[] {
  return [...main.querySelectorAll<HTMLElement>('a[href], summary, [tabindex="0"]')]
}
