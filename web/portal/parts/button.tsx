import type { ComponentChildren, JSX } from 'preact'

/** What a button is for: the thing to do here, one of several, or something that cannot be undone. */
export type ButtonKind = 'primary' | 'plain' | 'danger'

/** A button. While busy it stays where it is and can be read, but does nothing. */
export function Button({
  kind = 'plain',
  type = 'button',
  isBusy = false,
  label,
  onClick,
  children,
}: {
  readonly kind?: ButtonKind
  readonly type?: 'button' | 'submit'
  readonly isBusy?: boolean
  /** What it does, where its words do not say to what. */
  readonly label?: string
  readonly onClick?: () => void
  readonly children: ComponentChildren
}): JSX.Element {
  return (
    <button
      type={type}
      class={kind}
      aria-disabled={isBusy}
      aria-label={label}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.()
      }}
    >
      {children}
    </button>
  )
}
