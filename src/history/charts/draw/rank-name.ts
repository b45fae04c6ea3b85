import type { ChartSpec } from '../chart-spec.ts'
import { CHART_LABELS } from './chart-labels.ts'

/**
 * Maximum lines whose labels use the localized form of a rank; with more, it is unreadable and
 * widens the labels.
 */
const LOCALIZED_MAX = 8

/** Returns the label of a rank at the end of its line. */
export function rankName(
  rank: number,
  { lines, language }: Pick<ChartSpec, 'lines' | 'language'>,
): string {
  return lines.length > LOCALIZED_MAX ? `#${rank}` : CHART_LABELS[language].rank(String(rank))
}
