/** What waits for the stream although the page may be hidden. */
const waiting = new Set<string>()

/** Keeps the stream open while the page is hidden, or no longer, for the reason of this name. */
export function retainStream(name: string, isRetained: boolean): void {
  if (isRetained) waiting.add(name)
  else waiting.delete(name)
}

/** Returns whether the stream stays open while the page is hidden. */
export function isStreamRetained(): boolean {
  return waiting.size > 0
}
