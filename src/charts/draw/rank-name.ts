import type { ChartOrder } from '../chart-order.ts'
import { CHART_WORDS } from './chart-words.ts'

/** Beyond so many lines, ranks are called by a sign: a word beside each is read no better, and makes a large picture. */
const WORDS_MAX = 8

/** What a rank is called at the end of its line. */
export function rankName(
  rank: number,
  { lines, language }: Pick<ChartOrder, 'lines' | 'language'>,
): string {
  return lines.length > WORDS_MAX ? `#${rank}` : CHART_WORDS[language].rank(String(rank))
}
