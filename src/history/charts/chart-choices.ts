/** The themes of charts. */
export const CHART_THEMES = ['light', 'dark'] as const

/** One of {@link CHART_THEMES}. */
export type ChartTheme = (typeof CHART_THEMES)[number]

/** Maximum number of runs that a chart compares with. */
export const COMPARED_MAX = 3

/** The default time zone of a chart. */
export const DEFAULT_ZONE = 'UTC'

/**
 * Bounds, default and step of chart sizes in pixels. The default is the size that chat services
 * preview best.
 */
export const CHART_SIZE = {
  width: { min: 320, max: 1_600, default: 1_200, step: 40 },
  height: { min: 240, max: 1_200, default: 630, step: 30 },
} as const

/**
 * Rounds a size to the step within the bounds, so that nearly equal sizes share one cached chart.
 */
export function roundSize(size: { readonly width: number; readonly height: number }) {
  const nearest = (side: keyof typeof CHART_SIZE) => {
    const { min, max, step } = CHART_SIZE[side]
    return Math.min(max, Math.max(min, min + Math.round((size[side] - min) / step) * step))
  }
  return { width: nearest('width'), height: nearest('height') }
}
