/** Any text, in an output that a document shows: `…`. */
const ANYTHING = '…'

/**
 * Returns how `actual` differs in shape from the output that a document shows; `undefined` if it
 * does not. Numbers, times, ids and words that are not ASCII may differ; `…` is anything, and a line
 * with it alone any number of lines. In JSON, every shown field must exist with the shown type; a
 * field that is not shown is a difference unless the object has `"…"`.
 */
export function differenceOf(shown: string, language: string, actual: string): string | undefined {
  if (language !== 'json') return textDifference(shown, actual)
  let parsed: unknown
  try {
    parsed = JSON.parse(actual)
  } catch {
    return `Not JSON: ${actual.slice(0, 200)}`
  }
  return jsonDifference(JSON.parse(shown), parsed, '$')
}

function textDifference(shown: string, actual: string): string | undefined {
  const lines = shown.trimEnd().split('\n').map(linePattern)
  const pattern = new RegExp(`^${lines.join('')}$`, 'iu')
  return pattern.test(`${actual.trimEnd()}\n`) ? undefined : `Shown:\n${shown}\nPrinted:\n${actual}`
}

function linePattern(line: string): string {
  if (line.trim() === ANYTHING) return '(?:.*\\n)*?'
  const pattern = line
    .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(ANYTHING, '.*')
    .replaceAll(/\b[0-9a-f]{24}\b|[0-9]+/g, (word) =>
      word.length === 24 ? '[0-9a-f]{24}' : String.raw`\d+`,
    )
    .replaceAll(/[\u0080-\uffff]+(?: [\u0080-\uffff]+)*/g, '.+')
  return `${pattern}\\r?\\n`
}

function jsonDifference(shown: unknown, actual: unknown, path: string): string | undefined {
  if (shown === ANYTHING) return undefined
  if (kindOf(shown) !== kindOf(actual)) return `${path} is ${kindOf(actual)}, not ${kindOf(shown)}`
  if (Array.isArray(shown) && Array.isArray(actual)) {
    if (shown.length > 0 && actual.length === 0) return `${path} is empty`
    return firstOf(shown, (item, index) =>
      jsonDifference(item, actual[Math.min(index, actual.length - 1)], `${path}[${index}]`),
    )
  }
  if (isObject(shown) && isObject(actual)) {
    const isOpen = ANYTHING in shown
    const unknown = Object.keys(actual).find((name) => !isOpen && !(name in shown))
    if (unknown !== undefined) return `${path}.${unknown} is not shown`
    return firstOf(Object.entries(shown), ([name, value]) => {
      if (name === ANYTHING) return undefined
      if (!(name in actual)) return `${path}.${name} is missing`
      return jsonDifference(value, actual[name], `${path}.${name}`)
    })
  }
  return undefined
}

/** Returns what a value is; text of digits is an id or a time. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (value === null) return 'null'
  if (typeof value === 'string') return /^-?[0-9]+$/.test(value) ? 'digits' : 'text'
  return typeof value
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function firstOf<Item>(
  items: readonly Item[],
  differs: (item: Item, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const difference = differs(item, index)
    if (difference !== undefined) return difference
  }
  return undefined
}
