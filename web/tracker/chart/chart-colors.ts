/** Colors of a chart for the canvas. */
export interface ChartColors {
  /** Eight, in the order of the palette. */
  readonly lines: readonly string[]
  readonly grid: string
  readonly gap: string
  readonly ink: string
}

/**
 * Returns the current colors of an element. A canvas supports neither custom properties nor
 * `light-dark()`, so a probe element resolves them.
 */
export function readChartColors(host: Element): ChartColors {
  const probe = document.createElement('span')
  probe.hidden = true
  host.append(probe)
  const read = (name: string) => {
    probe.style.color = `var(--${name})`
    return getComputedStyle(probe).color
  }
  const colors = {
    lines: Array.from({ length: 8 }, (_, place) => read(`chart-${String(place + 1)}`)),
    grid: read('chart-grid'),
    gap: read('gap'),
    ink: read('ink-soft'),
  }
  probe.remove()
  return colors
}

/**
 * Calls back when the page or the system switches between light and dark. Returns the unsubscribe
 * function.
 */
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
