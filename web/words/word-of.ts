/** The word for a name that the server says; the name itself where these pages have no word for it. */
export function wordOf(words: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(words, name) ? (words[name] ?? name) : name
}
