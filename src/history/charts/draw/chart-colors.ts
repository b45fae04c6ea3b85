import type { ChartTheme } from '../chart-choices.ts'

/** The colors of a chart. */
export interface ChartColors {
  readonly paper: string
  readonly ink: string
  readonly inkSoft: string
  readonly grid: string
  readonly gap: string
  /** Line colors in order, distinguishable with color blindness. */
  readonly curves: readonly string[]
}

/** The colors of the pages (`web/shared/styles/tokens.css`), since a chart has no style sheet. */
export const CHART_COLORS: Readonly<Record<ChartTheme, ChartColors>> = {
  light: {
    paper: '#ffffff',
    ink: '#16202c',
    inkSoft: '#52606f',
    grid: '#e3e8ed',
    gap: '#6b7785',
    curves: [
      '#025baa',
      '#d86e31',
      '#8e2363',
      '#499489',
      '#5e510c',
      '#c367d4',
      '#2f0574',
      '#59020e',
    ],
  },
  dark: {
    paper: '#10161d',
    ink: '#e6ebf1',
    inkSoft: '#a3b0be',
    grid: '#25303b',
    gap: '#8d9aa8',
    curves: [
      '#2aa7f7',
      '#fb8f27',
      '#be397e',
      '#7ceff1',
      '#ecf15f',
      '#bb93aa',
      '#795fc9',
      '#996b26',
    ],
  },
}
