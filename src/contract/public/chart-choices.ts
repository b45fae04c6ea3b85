/** The languages of pictures and pages, as BCP 47 names them. */
export const CHART_LANGUAGES = ['en', 'ja', 'zh-Hant', 'zh-Hans', 'ko'] as const

/** One of {@link CHART_LANGUAGES}. */
export type ChartLanguage = (typeof CHART_LANGUAGES)[number]

/** The looks of pictures. */
export const CHART_THEMES = ['light', 'dark'] as const

/** One of {@link CHART_THEMES}. */
export type ChartTheme = (typeof CHART_THEMES)[number]

/** How large a picture may be, in pixels; the usual size is what chat programs show best. */
export const CHART_SIZE = {
  width: { min: 320, max: 1_600, usual: 1_200 },
  height: { min: 240, max: 1_200, usual: 630 },
} as const
