import type { ChartTheme } from '../chart-choices.ts'

/** The colors of a chart. */
export interface ChartColors {
  readonly paper: string
  readonly ink: string
  readonly inkSoft: string
  readonly grid: string
  readonly night: string
  readonly gap: string
  /** Line colors by `rankColor`, distinguishable with color blindness. */
  readonly curves: readonly string[]
}

/**
 * The colors of each theme: copies of `web/shared/styles/tokens.css`, because a chart has no style
 * sheet.
 */
export const CHART_COLORS: Readonly<Record<ChartTheme, ChartColors>> = {
  light: {
    paper: '#ffffff',
    ink: '#10141f',
    inkSoft: '#525b6b',
    grid: '#e7e9ef',
    night: '#f3f4f8',
    gap: '#6a7382',
    curves: [
      '#b6841d',
      '#d62c78',
      '#0782b0',
      '#a170ff',
      '#324c00',
      '#756800',
      '#980067',
      '#1836d4',
    ],
  },
  dark: {
    paper: '#14171e',
    ink: '#eef1f6',
    inkSoft: '#a4adbc',
    grid: '#242935',
    night: '#191d26',
    gap: '#8b95a5',
    curves: [
      '#f89000',
      '#cc4925',
      '#69f9ee',
      '#bb95ff',
      '#4fc9a4',
      '#f2e15a',
      '#9f689c',
      '#4c66fd',
    ],
  },
}
