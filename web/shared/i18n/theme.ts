/** The color themes; `auto` follows the device. */
export const THEMES = ['auto', 'light', 'dark'] as const

/** One of {@link THEMES}. */
export type Theme = (typeof THEMES)[number]

/** Returns the theme that `text` names, or `auto`. */
export function readTheme(text: string | null): Theme {
  return THEMES.find((one) => one === text) ?? 'auto'
}
