/** Characters that a terminal acts on, that end a line, or that change the text direction. */
const HARMFUL = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** Returns text with control and formatting characters escaped as in JSON, such as `\u001b`. */
export function escapeControls(text: string): string {
  return text.replaceAll(HARMFUL, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
