import { runName } from '../data/run-name.ts'
import type { GameRun } from '../data/parse-message.ts'
import type { Subject } from '../data/subject.ts'
import type { Region } from '../../shared/i18n/regions.ts'
import { START_VIEW, WITH_MAX, type Tab, type View } from './view.ts'

/** Returns the default view with the language, the theme and the kind of chart of `view`. */
function plainView({ lang, theme, metric, scale, prediction }: View): View {
  return {
    ...START_VIEW,
    metric,
    scale,
    prediction,
    ...(lang !== undefined && { lang }),
    ...(theme !== undefined && { theme }),
  }
}

/** Returns the view of another region; keeps only ranks, relative range and kind of board. */
export function withRegion(view: View, region: Region): View {
  return {
    ...plainView(view),
    region,
    ranks: view.ranks,
    range: rangeElsewhere(view),
    tab: view.tab,
  }
}

/** Returns the view of another kind of board in the region. */
export function withTab(view: View, tab: Tab): View {
  return { ...plainView(view), region: view.region, tab }
}

/** Returns the view of another song of the tab. */
export function withBoard(view: View, board: string): View {
  return { ...plainView(view), region: view.region, tab: view.tab, board }
}

/** Returns the view with one rank alone in the chart, or with all if that one is alone already. */
export function withRankAlone(view: View, rank: number): View {
  const { rank: alone, ...rest } = view
  return alone === rank ? rest : { ...view, rank }
}

/** Returns the view of one run of an event. */
export function withRun(view: View, { region, id, startsAtMs }: GameRun): View {
  return { ...plainView(view), region, ranks: view.ranks, event: id, startsAt: startsAtMs }
}

/** Returns the view of the page of a player in the run of a board. */
export function withPlayer(view: View, { region, id, run }: Subject, player: string): View {
  return {
    ...view,
    region,
    tab: 'event',
    event: id,
    ...(run !== undefined && { startsAt: run.startsAtMs }),
    player,
  }
}

/** Returns the view of the board from the page of a player. */
export function withoutPlayer(view: View): View {
  const { player: _, ...rest } = view
  return rest
}

/** Returns the view with a run added to or removed from the comparison. */
export function withComparedRun(view: View, run: GameRun): View {
  const name = runName(run)
  const rest = view.with.filter((one) => one !== name)
  const isNew = rest.length === view.with.length && rest.length < WITH_MAX
  return { ...view, with: isNew ? [...rest, name] : rest }
}

/** Absolute times do not carry over to a run of another region. */
function rangeElsewhere({ range }: View): View['range'] {
  return typeof range === 'string' ? range : 'all'
}
