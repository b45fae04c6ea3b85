/** Styles as the layout engine reads them: a part of CSS. */
type Style = Readonly<Record<string, string | number>>

/** A node of what is laid out: the shape that JSX would give, written by hand. */
export interface CardElement {
  readonly type: 'div'
  readonly props: {
    readonly style: Style
    readonly children: string | readonly CardElement[]
  }
}

/** A box whose children stand side by side. */
export function row(style: Style, ...children: readonly CardElement[]): CardElement {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } }
}

/** A box whose children stand one below the other. */
export function column(style: Style, ...children: readonly CardElement[]): CardElement {
  return row({ flexDirection: 'column', ...style }, ...children)
}

/** One line of text of ours, which is known to have the room. */
export function line(style: Style, text: string): CardElement {
  const { props } = row({ display: 'block', whiteSpace: 'nowrap', ...style })
  return { type: 'div', props: { ...props, children: text } }
}

/** One line of anybody's text, cut with an ellipsis at `maxWidth`. Cutting takes a layer, which costs time. */
export function cutLine(style: Style & { readonly maxWidth: number }, text: string): CardElement {
  return line({ overflow: 'hidden', textOverflow: 'ellipsis', ...style }, text)
}
