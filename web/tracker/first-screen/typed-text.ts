/**
 * Reads what the reader has typed into the fields of the server's first screen, before the script
 * has started. Returns a function that enters it again after the first render, which clears it.
 */
export function readTypedText(parent: HTMLElement): () => Promise<void> {
  const typed = [...parent.querySelectorAll('input')]
    .filter(({ type, value, defaultValue }) => type === 'text' && value !== defaultValue)
    .map((field) => [field, field.value] as const)
  return async () => {
    for (const [field, text] of typed) {
      field.value = text
      field.dispatchEvent(new Event('input', { bubbles: true }))
      // The next field is entered into what this one has changed.
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
}
