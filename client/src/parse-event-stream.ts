/** One block of an event stream: an event, or only a new position. */
export interface StreamBlock {
  /** The value of `id:`, if the block has one. */
  readonly id: string | undefined
  readonly event: string
  /** Absent in a block without data, which is no event. */
  readonly data: string | undefined
  /** The value of `retry:` in milliseconds, if the block has one. */
  readonly retryMs: number | undefined
}

/** Maximum characters of one block. */
const BLOCK_LENGTH_MAX = 2 ** 20

/**
 * Yields the blocks of an event stream (HTML standard, section 9.2). Throws a `RangeError` for a
 * block of more than a million characters. An incomplete block at the end is no block.
 */
export async function* parseEventStream(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<StreamBlock, void, undefined> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split(/\r\n\r\n|\n\n|\r\r/)
    text = blocks.pop() ?? ''
    if (text.length > BLOCK_LENGTH_MAX) throw new RangeError('An event is too long.')
    for (const block of blocks) yield parseBlock(block)
  }
}

function parseBlock(text: string): StreamBlock {
  const fields = new Map<string, string>()
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, name = '', value = ''] = /^([^:]+)(?:: ?(.*))?$/.exec(line) ?? []
    const before = name === 'data' ? fields.get(name) : undefined
    fields.set(name, before === undefined ? value : `${before}\n${value}`)
  }
  const retry = fields.get('retry') ?? ''
  return {
    id: fields.get('id'),
    event: fields.get('event') || 'message',
    data: fields.get('data'),
    retryMs: /^\d{1,9}$/.test(retry) ? Number(retry) : undefined,
  }
}
