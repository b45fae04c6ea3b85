import type { LostPart } from '../view/lost-parts.ts'
import type { View } from '../view/view.ts'
import { fitRange } from './load-timeline.ts'
import type { GameRun } from './parse-message.ts'
import { runName } from './run-name.ts'
import type { Subject } from './subject.ts'

/** What a link names, as far as it is known. */
export interface Resolution {
  /** `undefined` if it is not loaded yet, or there is none. */
  readonly subject: Subject | undefined
  /** Whether the region has the event that the link names. */
  readonly isEventKnown: boolean
  /** The runs to compare with; `undefined` until they are loaded. */
  readonly compared: readonly GameRun[] | undefined
}

/**
 * Returns the view of a link with the full names of runs, and without what is unknown or belongs to
 * another run than the one shown; `lost` then names that too.
 */
export function resolveView(linked: View, { subject, isEventKnown, compared }: Resolution): View {
  if (subject === undefined) return withRuns(linked, compared)
  const { event, startsAt, ...rest } = withRuns(linked, compared)
  const range = fitRange(rest.range, subject)
  const { at, ...view } = {
    ...rest,
    range,
    ...(isEventKnown && event !== undefined && { event }),
    ...(isEventKnown && startsAt !== undefined && { startsAt }),
  }
  const isMomentKnown = at !== undefined && isInRun(at, subject)
  const lost: LostPart[] = [...(view.lost ?? [])]
  if (!isEventKnown) lost.push({ name: 'event', value: event ?? '' })
  if (range === 'all' && linked.range !== 'all') lost.push({ name: 'range', value: '' })
  if (at !== undefined && !isMomentKnown) lost.push({ name: 'at', value: '' })
  return {
    ...view,
    ...(isMomentKnown && { at }),
    ...(lost.length > 0 && { lost }),
  }
}

/** Returns a view with the full names of the known runs to compare with. */
function withRuns(view: View, compared: readonly GameRun[] | undefined): View {
  if (compared === undefined) return view
  const names = compared.map(runName)
  const unknown = view.with.filter(
    (one) => !names.some((name) => name === one || name.startsWith(`${one}@`)),
  )
  if (unknown.length === 0) return { ...view, with: names }
  const lost = unknown.map((value): LostPart => ({ name: 'with', value }))
  return { ...view, with: names, lost: [...(view.lost ?? []), ...lost] }
}

function isInRun(atMs: number, { run, boardEndsAtMs = Infinity }: Subject): boolean {
  return run === undefined || (run.startsAtMs <= atMs && atMs < boardEndsAtMs)
}
