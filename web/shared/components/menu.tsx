import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/**
 * Renders a popover below its button. Escape and a click elsewhere close it; Escape returns the
 * focus to the button.
 */
export function Menu({
  label,
  button,
  children,
}: {
  /** The accessible name of the button. */
  readonly label: string
  /** Content of the button. */
  readonly button: ComponentChildren
  readonly children: ComponentChildren
}): JSX.Element {
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      const { current } = menu
      if (current?.open === true && target instanceof Node && !current.contains(target)) {
        current.open = false
      }
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  }, [])
  return (
    <details
      class="menu"
      ref={menu}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape' || !currentTarget.open) return
        currentTarget.open = false
        currentTarget.querySelector('summary')?.focus()
      }}
    >
      <summary class="button plain round" aria-label={label} title={label}>
        {button}
      </summary>
      <div class="menu-panel">{children}</div>
    </details>
  )
}
