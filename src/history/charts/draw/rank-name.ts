import type { ChartSpec } from '../chart-spec.ts'
import { CHART_LABELS } from './chart-labels.ts'

/**
 * Maximum lines whose ranks have a word in their label; with more, words are unreadable and enlarge
 * the chart.
 */
const WORDS_MAX = 8

/** Returns the label of a rank at the end of its line. */
export function rankName(
  rank: number,
  { lines, language }: Pick<ChartSpec, 'lines' | 'language'>,
): string {
  return lines.length > WORDS_MAX ? `#${rank}` : CHART_LABELS[language].rank(String(rank))
}
