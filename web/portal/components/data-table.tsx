import type { ComponentChildren, JSX } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

/** A column: numbers are aligned right; the heading of buttons is for screen readers alone. */
type Head =
  | string
  | { readonly text: string; readonly isNumber: true }
  | { readonly text: string; readonly isAction: true }

/**
 * Renders a table with a caption, in a box that scrolls horizontally. On a phone each row is a card
 * whose values carry the names of their columns; the roles keep it a table for screen readers.
 */
export function DataTable({
  caption,
  isCaptionSeen = false,
  isCompact = false,
  heads,
  children,
}: {
  readonly caption: string
  readonly isCaptionSeen?: boolean
  /** Whether a card shows values without the names of their columns. */
  readonly isCompact?: boolean
  readonly heads: readonly Head[]
  readonly children: ComponentChildren
}): JSX.Element {
  const id = useId()
  const body = useRef<HTMLTableSectionElement>(null)
  useLayoutEffect(() => labelCells(body.current, heads))
  return (
    <div class="scroll" role="group" aria-labelledby={id} tabIndex={0}>
      <table class={isCompact ? 'cards compact' : 'cards'} role="table">
        <caption id={id} class={isCaptionSeen ? undefined : 'spoken'}>
          {caption}
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            {heads.map((head) => (
              <th scope="col" role="columnheader" class={classOf(head)} key={textOf(head)}>
                {isAction(head) ? <span class="spoken">{head.text}</span> : textOf(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} role="rowgroup">
          {children}
        </tbody>
      </table>
    </div>
  )
}

function textOf(head: Head): string {
  return typeof head === 'string' ? head : head.text
}

function isAction(head: Head): head is Extract<Head, { readonly isAction: true }> {
  return typeof head !== 'string' && 'isAction' in head
}

function classOf(head: Head): string | undefined {
  if (typeof head === 'string') return undefined
  return isAction(head) ? 'row-action' : 'number'
}

/** Gives each cell its role and the name of its column, which a card shows before the value. */
function labelCells(body: HTMLTableSectionElement | null, heads: readonly Head[]): void {
  for (const row of body?.rows ?? []) {
    row.setAttribute('role', 'row')
    for (const [at, cell] of [...row.cells].entries()) {
      cell.setAttribute('role', cell.tagName === 'TH' ? 'rowheader' : 'cell')
      const head = heads[at]
      if (head === undefined) continue
      cell.dataset['label'] = textOf(head)
      if (isAction(head)) cell.classList.add('row-action')
    }
  }
}
