import type { ComponentChildren, JSX } from 'preact'

/** What a badge says of a state: nothing special, good, to be looked at, or bad. */
export type BadgeTone = 'plain' | 'good' | 'warn' | 'bad'

/** Renders a state as a short label. The text names the state; the color only helps to find it. */
export function Badge({
  tone = 'plain',
  children,
}: {
  readonly tone?: BadgeTone
  readonly children: ComponentChildren
}): JSX.Element {
  return <span class={`badge ${tone}`}>{children}</span>
}
