/** How light the page is; `auto` is what the device wants. */
export const THEMES = ['auto', 'light', 'dark'] as const

/** One of {@link THEMES}. */
export type Theme = (typeof THEMES)[number]

/** The one that `text` names; `auto` where it names none. */
export function readTheme(text: string | null): Theme {
  return THEMES.find((one) => one === text) ?? 'auto'
}
