import {
  accuracyOf,
  BACKTEST_SHARES,
  type TestedPrediction,
} from '../src/history/predictions/backtest.ts'
import { accuracyTexts, backtestGenerator } from '../src/history/predictions/backtests-for-tests.ts'
import { TEST_RANKS } from '../src/history/predictions/runs-for-tests.ts'
import type { PastAccuracy } from '../src/history/prediction.ts'

/** The seeds of the published backtest. */
const SEEDS = [1, 2, 3]

/** The published backtest, by generator. */
export interface PublishedBacktest {
  readonly demo: readonly TestedPrediction[]
  readonly wild: readonly TestedPrediction[]
}

/** Runs the backtest whose results docs/predictions.md publishes. Takes two seconds. */
export function publishedBacktest(): PublishedBacktest {
  const seeds = { seeds: SEEDS }
  return { demo: backtestGenerator('demo', seeds), wild: backtestGenerator('wild', seeds) }
}

/** Returns the tables of accuracy by elapsed share and by rank. */
export function accuracyTables(backtest: PublishedBacktest): string {
  const measures = ['median error', 'in 50 %', 'in 90 %']
  const head = (first: string) => [
    row([
      first,
      ...measures.map((one) => `Demo: ${one}`),
      ...measures.map((one) => `Wild: ${one}`),
    ]),
    row(Array.from({ length: 7 }, () => '---')),
  ]
  const cells = (matches: (one: TestedPrediction) => boolean) =>
    [backtest.demo, backtest.wild].flatMap((tested) => {
      const accuracy = accuracyOf(tested.filter(matches))
      return accuracy === undefined ? ['', '', ''] : accuracyTexts(accuracy)
    })
  return [
    ...head('Elapsed'),
    ...BACKTEST_SHARES.map((share) =>
      row([`${share * 100} %`, ...cells((one) => one.share === share)]),
    ),
    row(['All', ...cells(() => true)]),
    '',
    ...head('Rank'),
    ...TEST_RANKS.map((rank) =>
      row([rank.toLocaleString('en'), ...cells((one) => one.rank === rank)]),
    ),
  ].join('\n')
}

const PANEL = { width: 330, height: 200, left: 45, top: 34, gap: 60 }
const COLORS = { demo: '#2f7ed8', wild: '#c2590a', quiet: '#6b7785' }

/** Returns the picture of accuracy by elapsed share, as SVG without styles. */
export function accuracyPicture(backtest: PublishedBacktest): string {
  const width = PANEL.left * 2 + PANEL.width * 2 + PANEL.gap
  const height = PANEL.top + PANEL.height + 54
  const error = ({ medianError }: PastAccuracy) => medianError
  const inside = ({ inside90 }: PastAccuracy) => inside90
  const second = PANEL.left * 2 + PANEL.width + PANEL.gap / 2
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12" fill="${COLORS.quiet}">`,
    ...panel(backtest, { title: 'Median error', x: PANEL.left, max: 0.4, read: error }),
    ...panel(backtest, { title: 'Results in the 90 % interval', x: second, max: 1, read: inside }),
    text(width / 2 - 60, height - 10, 'demo', COLORS.demo),
    text(width / 2 + 20, height - 10, 'wild', COLORS.wild),
    '</svg>',
    '',
  ].join('\n')
}

interface Panel {
  readonly title: string
  readonly x: number
  readonly max: number
  readonly read: (accuracy: PastAccuracy) => number
}

function panel(backtest: PublishedBacktest, { title, x, max, read }: Panel): readonly string[] {
  const at = (share: number, value: number) => [
    round(x + share * PANEL.width),
    round(PANEL.top + PANEL.height * (1 - value / max)),
  ]
  const lines = (['demo', 'wild'] as const).flatMap((name) => {
    const points = BACKTEST_SHARES.flatMap((share) => {
      const accuracy = accuracyOf(backtest[name].filter((one) => one.share === share))
      return accuracy === undefined ? [] : [at(share, read(accuracy))]
    })
    const dots = points.map(
      ([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${COLORS[name]}"/>`,
    )
    const path = points.map((point) => point.join(',')).join(' ')
    return [
      `<polyline points="${path}" fill="none" stroke="${COLORS[name]}" stroke-width="2"/>`,
      ...dots,
    ]
  })
  const levels = [0, 0.25, 0.5, 0.75, 1].flatMap((part) => {
    const [left, y] = at(0, part * max)
    const label = `${Math.round(part * max * 1_000) / 10} %`
    return [
      `<line x1="${left}" x2="${x + PANEL.width}" y1="${y}" y2="${y}" stroke="${COLORS.quiet}" stroke-opacity="0.3"/>`,
      text(x - 8, Number(y) + 4, label, COLORS.quiet, 'end'),
    ]
  })
  const shares = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const [left] = at(share, 0)
    return text(
      Number(left),
      PANEL.top + PANEL.height + 18,
      `${share * 100} %`,
      COLORS.quiet,
      'middle',
    )
  })
  return [text(x, PANEL.top - 14, title, COLORS.quiet), ...levels, ...shares, ...lines]
}

function text(x: number, y: number, words: string, color: string, anchor = 'start'): string {
  return `<text x="${x}" y="${y}" fill="${color}" text-anchor="${anchor}">${words}</text>`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
