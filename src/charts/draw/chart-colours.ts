import type { ChartTheme } from '../../contract/public/chart-choices.ts'

/** The colours of a picture. */
export interface ChartColours {
  readonly paper: string
  readonly ink: string
  readonly inkSoft: string
  readonly grid: string
  readonly gap: string
  /** Of the lines, by their order; told apart by colour-blind eyes too. */
  readonly curves: readonly string[]
}

/** The look of the pages (`web/tokens.css`) in numbers: a picture has no style sheet. */
export const CHART_COLOURS: Readonly<Record<ChartTheme, ChartColours>> = {
  light: {
    paper: '#ffffff',
    ink: '#16202c',
    inkSoft: '#52606f',
    grid: '#e3e8ed',
    gap: '#6b7785',
    curves: [
      '#0b5cad',
      '#b3400a',
      '#1a7a4c',
      '#8a2fa8',
      '#9a6a00',
      '#c02860',
      '#0e7c86',
      '#52606f',
    ],
  },
  dark: {
    paper: '#10161d',
    ink: '#e6ebf1',
    inkSoft: '#a3b0be',
    grid: '#25303b',
    gap: '#8d9aa8',
    curves: [
      '#7cb8f5',
      '#ffab70',
      '#7fd6a2',
      '#d8a4f0',
      '#e8c860',
      '#ff9dbb',
      '#6fd3dc',
      '#b3bfcc',
    ],
  },
}
