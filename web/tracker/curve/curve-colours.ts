/** The colours of a curve as the canvas needs them. */
export interface CurveColours {
  /** Eight, in the order of the palette. */
  readonly lines: readonly string[]
  readonly grid: string
  readonly gap: string
  readonly ink: string
}

/**
 * Reads the colours that hold for an element now. A canvas knows no custom properties and nothing of `light-dark()`, so an element
 * is asked what they come to.
 */
export function readCurveColours(host: Element): CurveColours {
  const probe = document.createElement('span')
  probe.hidden = true
  host.append(probe)
  const read = (name: string) => {
    probe.style.color = `var(--${name})`
    return getComputedStyle(probe).color
  }
  const colours = {
    lines: Array.from({ length: 8 }, (_, place) => read(`curve-${String(place + 1)}`)),
    grid: read('curve-grid'),
    gap: read('gap'),
    ink: read('ink-soft'),
  }
  probe.remove()
  return colours
}

/** Calls when the reader or the system changes between light and dark; what it returns ends that. */
export function followTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'class', 'style'] })
  const dark = matchMedia('(prefers-color-scheme: dark)')
  dark.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    dark.removeEventListener('change', changed)
  }
}
