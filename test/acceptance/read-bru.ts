/** One block of a Bru file. */
export interface BruBlock {
  readonly name: string
  /** The pairs of `name { key: value }`; those whose key starts with `~` are disabled. */
  readonly pairs: readonly {
    readonly key: string
    readonly value: string
    readonly isOff: boolean
  }[]
  /** The items of `name [ … ]`. */
  readonly items: readonly string[]
  /** The text of `docs`. */
  readonly text: string
}

/** Blocks with text instead of pairs. */
const TEXT_BLOCKS = new Set(['docs'])

/**
 * Parses a Bru file strictly: blocks with an empty line between them, each of their lines indented
 * by two spaces. Bruno itself accepts more.
 */
export function readBru(file: string): ReadonlyMap<string, BruBlock> {
  if (!file.endsWith('\n') || file.endsWith('\n\n'))
    throw new Error('It must end with one line end.')
  const blocks = new Map<string, BruBlock>()
  for (const block of file.slice(0, -1).split(/(?<=\n[}\]])\n\n(?=\S)/)) {
    const read = readBlock(block)
    if (blocks.has(read.name)) throw new Error(`There are two blocks ${read.name}.`)
    blocks.set(read.name, read)
  }
  return blocks
}

function readBlock(block: string): BruBlock {
  const [, name = '', open, inner = '', close] =
    /^([a-z]+(?::[a-z-]+)?) ([{[])\n((?:(?: {2}\S.*)?\n)*)([}\]])$/.exec(block) ?? []
  const isList = open === '['
  if (open === undefined || isList !== (close === ']')) throw new Error(`No block: ${block}`)
  const lines = inner
    .slice(0, -1)
    .split('\n')
    .map((line) => line.slice(2))
  const isText = TEXT_BLOCKS.has(name)
  return {
    name,
    pairs: isText || isList ? [] : lines.map(readPair),
    items: isList ? lines.map((line) => line.replace(/,$/, '')) : [],
    text: isText ? lines.join('\n') : '',
  }
}

function readPair(line: string) {
  const [, off, key = '', value = ''] = /^(~?)([^\s:~]+): (\S.*)$/.exec(line) ?? []
  if (key === '' || value.endsWith(' ')) throw new Error(`No pair: ${line}`)
  return { key, value, isOff: off === '~' }
}
