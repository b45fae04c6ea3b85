/** The colors of one card, as `#rrggbb`. Text and bars have WCAG AA contrast. */
export interface CardColors {
  /** The background of the card. */
  readonly ground: string
  /** The background of a panel. */
  readonly panel: string
  /** The empty part of a bar. */
  readonly track: string
  readonly text: string
  readonly quietText: string
  /** Bars, numbers, the badge; text on it has the color of the ground. */
  readonly accent: string
  /** Decoration only, from dark to light. */
  readonly shapes: readonly [string, string, string, string]
}

/** Returns the colors for a hue of 0 to 359. */
export function cardColors(hue: number): CardColors {
  return {
    ground: color(hue, 0.42, 0.13),
    panel: color(hue, 0.38, 0.18),
    track: color(hue, 0.3, 0.26),
    text: color(hue, 0.4, 0.97),
    quietText: color(hue, 0.26, 0.8),
    accent: color(hue + 45, 0.8, 0.76),
    shapes: [
      color(hue - 20, 0.5, 0.3),
      color(hue + 20, 0.55, 0.45),
      color(hue + 150, 0.5, 0.6),
      color(hue + 45, 0.8, 0.76),
    ],
  }
}

/**
 * Converts hue in degrees, saturation and lightness (0 to 1) by the formula of CSS Color 4, section
 * 7.1.
 */
function color(hue: number, saturation: number, lightness: number): string {
  const parts = [0, 8, 4].map((offset) => {
    const place = (offset + (hue + 360) / 30) % 12
    const reach = saturation * Math.min(lightness, 1 - lightness)
    return lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))
  })
  return `#${parts
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
