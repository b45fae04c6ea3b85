import type { ComponentChildren, JSX } from 'preact'

/** Style of a button: the main action, a secondary one, a minor one, or an irreversible one. */
export type ButtonKind = 'primary' | 'plain' | 'text' | 'danger'

const CLASSES: Readonly<Record<ButtonKind, string>> = {
  plain: 'button',
  primary: 'button primary',
  text: 'button plain',
  danger: 'button danger',
}

/** Renders a button. While busy it stays focusable but does nothing. */
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
  /** Accessible label, if the text does not name the object. */
  readonly label?: string
  readonly onClick?: () => void
  readonly children: ComponentChildren
}): JSX.Element {
  return (
    <button
      type={type}
      class={CLASSES[kind]}
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
