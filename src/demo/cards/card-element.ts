/** Styles as the layout engine reads them: a subset of CSS. */
type Style = Readonly<Record<string, string | number>>

/** A node of the layout tree, in the shape that JSX would give. */
export interface CardElement {
  readonly type: 'div'
  readonly props: {
    readonly style: Style
    readonly children: string | readonly CardElement[]
  }
}

/** Creates a box whose children are side by side. */
export function row(style: Style, ...children: readonly CardElement[]): CardElement {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } }
}

/** Creates a box whose children are stacked. */
export function column(style: Style, ...children: readonly CardElement[]): CardElement {
  return row({ flexDirection: 'column', ...style }, ...children)
}

/** Creates one line of fixed text, which is known to fit. */
export function line(style: Style, text: string): CardElement {
  const { props } = row({ display: 'block', whiteSpace: 'nowrap', ...style })
  return { type: 'div', props: { ...props, children: text } }
}

/**
 * Creates one line of arbitrary text, truncated with an ellipsis at `maxWidth`. Truncation needs a
 * layer, which is slower.
 */
export function cutLine(style: Style & { readonly maxWidth: number }, text: string): CardElement {
  return line({ overflow: 'hidden', textOverflow: 'ellipsis', ...style }, text)
}
