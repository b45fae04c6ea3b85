/** Colors and font of a chart for the canvas. */
export interface ChartColors {
  /** Eight, in the order of the palette. */
  readonly lines: readonly string[]
  /** The same, paler: for other runs. */
  readonly paleLines: readonly string[]
  readonly grid: string
  readonly night: string
  readonly gap: string
  readonly ink: string
  /** The families of the page's font. */
  readonly font: string
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
    probe.style.color = name
    return getComputedStyle(probe).color
  }
  const names = Array.from({ length: 8 }, (_, place) => `var(--chart-${String(place + 1)})`)
  const colors = {
    lines: names.map(read),
    paleLines: names.map((name) => read(`color-mix(in srgb, ${name} 68%, var(--paper-raised))`)),
    grid: read('var(--chart-grid)'),
    night: read('var(--chart-night)'),
    gap: read('var(--gap)'),
    ink: read('var(--ink-soft)'),
    font: getComputedStyle(host).fontFamily,
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
