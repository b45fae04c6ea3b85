import type { JSX } from 'preact'
import type { RankSpeed } from '../data/load-board.ts'
import type { PageProps } from '../view/page.ts'

/** Renders the time span that most speeds of the list were measured in. */
export function MeasuredNote({
  page: { messages, format },
  speeds,
}: {
  readonly page: PageProps
  readonly speeds: ReadonlyMap<number, RankSpeed>
}): JSX.Element | undefined {
  const span = usualSpan([...speeds.values()])
  if (span === undefined) return undefined
  const { fromMs, untilMs } = span
  const range = format.range(fromMs, untilMs)
  return (
    <p class="quiet" data-span>
      {messages.measured(messages.spanOf(range, format.duration(untilMs - fromMs)))}
    </p>
  )
}

interface Span {
  readonly fromMs: number
  readonly untilMs: number
}

/** Returns the span that most speeds share. */
function usualSpan(speeds: readonly RankSpeed[]): Span | undefined {
  const counts = new Map<string, { readonly span: Span; count: number }>()
  for (const { fromMs, untilMs } of speeds) {
    if (fromMs === undefined || untilMs === undefined) continue
    const key = `${fromMs}/${untilMs}`
    const known = counts.get(key) ?? { span: { fromMs, untilMs }, count: 0 }
    known.count += 1
    counts.set(key, known)
  }
  return [...counts.values()].toSorted((one, other) => other.count - one.count)[0]?.span
}
