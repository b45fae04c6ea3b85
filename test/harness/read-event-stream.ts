/** One block of an event stream. */
export interface StreamBlock {
  readonly id: string | undefined
  readonly event: string | undefined
  readonly data: string | undefined
}

/** Parses an event stream (HTML standard, section 9.2.6). Ignores an unterminated block. */
export function readEventStream(text: string): StreamBlock[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .map((block) => {
      const fields = new Map<string, string>()
      for (const line of block.split('\n')) {
        const colon = line.indexOf(':')
        if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).replace(/^ /, ''))
      }
      return { id: fields.get('id'), event: fields.get('event'), data: fields.get('data') }
    })
}
