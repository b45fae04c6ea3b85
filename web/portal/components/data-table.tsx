import type { ComponentChildren, JSX } from 'preact'
import { useId } from 'preact/hooks'

/** Renders a table with a caption, in a box that scrolls horizontally. */
export function DataTable({
  caption,
  isCaptionSeen = false,
  heads,
  children,
}: {
  readonly caption: string
  readonly isCaptionSeen?: boolean
  /** Columns; numbers are aligned right. */
  readonly heads: readonly (string | { readonly text: string; readonly isNumber: true })[]
  readonly children: ComponentChildren
}): JSX.Element {
  const id = useId()
  return (
    <div class="scroll" role="group" aria-labelledby={id} tabIndex={0}>
      <table>
        <caption id={id} class={isCaptionSeen ? undefined : 'spoken'}>
          {caption}
        </caption>
        <thead>
          <tr>
            {heads.map((head) =>
              typeof head === 'string' ? (
                <th scope="col" key={head}>
                  {head}
                </th>
              ) : (
                <th scope="col" class="number" key={head.text}>
                  {head.text}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
