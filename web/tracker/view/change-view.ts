import { runName } from '../data/subject.ts'
import type { GameRun } from '../data/read-message.ts'
import type { Region } from '../../words/regions.ts'
import { START_VIEW, WITH_MAX, type Tab, type View } from './view.ts'

/** The view with what is the reader's own alone: language and colours. */
function plainView({ lang, theme }: View): View {
  return { ...START_VIEW, theme, ...(lang !== undefined && { lang }) }
}

/** Another region: what was chosen in this one means nothing there, but for the ranks and the kind of board. */
export function inRegion(view: View, region: Region): View {
  return {
    ...plainView(view),
    region,
    ranks: view.ranks,
    range: rangeElsewhere(view),
    tab: view.tab,
  }
}

/** Another kind of board of the region. */
export function inTab(view: View, tab: Tab): View {
  return { ...plainView(view), region: view.region, tab }
}

/** Another song of the tab. */
export function onBoard(view: View, board: string): View {
  return { ...plainView(view), region: view.region, tab: view.tab, board }
}

/** One run of an event. */
export function onRun(view: View, { region, id, startsAtMs }: GameRun): View {
  return { ...plainView(view), region, ranks: view.ranks, event: id, startsAt: startsAtMs }
}

/** With a run beside the others, or without it. */
export function withRun(view: View, run: GameRun): View {
  const name = runName(run)
  const rest = view.with.filter((one) => one !== name)
  const isNew = rest.length === view.with.length && rest.length < WITH_MAX
  return { ...view, with: isNew ? [...rest, name] : rest }
}

/** Times of one region's run are not those of another. */
function rangeElsewhere({ range }: View): View['range'] {
  return typeof range === 'string' ? range : 'all'
}
