import { render, type JSX } from 'preact'
import { dropResults, provideResults, type KnownQuery } from '../data/use-query.ts'
import { StaticDocument, type StaticElement } from './static-document.ts'

/** Renders components as HTML, with the results of their queries. Their effects do not run. */
export function renderStatic(content: JSX.Element, results: readonly KnownQuery[]): string {
  const root = new StaticDocument().createElementNS('http://www.w3.org/1999/xhtml', 'div')
  provideResults(results)
  try {
    renderInto(content, root)
    return root.innerHTML
  } finally {
    renderInto(null, root)
    dropResults()
  }
}

function renderInto(content: JSX.Element | null, root: StaticElement): void {
  // Preact uses no more of an element than the static one has.
  render(content, root as unknown as Element)
}
