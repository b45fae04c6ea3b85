import { createHash } from 'node:crypto'
import { Html } from '../layout/html.ts'

/** A style sheet that is part of a page. */
export interface InlineStyle {
  readonly element: Html
  /** The hash by which a Content-Security-Policy allows it (https://www.w3.org/TR/CSP3/). */
  readonly source: string
}

/** Returns the element of a style sheet, which must not contain `</style`. */
export function inlineStyle(css: string): InlineStyle {
  const digest = createHash('sha256').update(css).digest('base64')
  // The hash is that of the whole text of the element, white space included.
  return { element: new Html(`<style>${css}</style>`), source: `'sha256-${digest}'` }
}
