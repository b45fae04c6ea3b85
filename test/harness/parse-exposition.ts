import assert from 'node:assert/strict'

/** One series of an exposition. */
export interface ParsedSample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** One family of an exposition: its metadata and samples. */
export interface ParsedFamily {
  readonly help: string
  readonly type: string
  readonly samples: readonly ParsedSample[]
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y

/**
 * Parses an exposition as strictly as a scraper: families complete and unique, HELP and TYPE before
 * samples, matching names, no duplicate series, cumulative buckets. Throws otherwise.
 */
export function parseExposition(text: string): ReadonlyMap<string, ParsedFamily> {
  assert.ok(text.endsWith('\n'))
  const families = new Map<string, { help: string; type: string; samples: ParsedSample[] }>()
  let current = ''
  for (const line of text.slice(0, -1).split('\n')) {
    if (line === '# EOF') continue
    const [, word, family = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (word === 'HELP') {
      assert.ok(!families.has(family), `${family} comes twice`)
      families.set(family, { help: rest, type: '', samples: [] })
      current = family
    } else if (word === 'TYPE') {
      assert.equal(family, current)
      const found = families.get(family)
      assert.ok(found !== undefined && ['counter', 'gauge', 'histogram'].includes(rest))
      found.type = rest
    } else {
      const sample = parseSample(line)
      const found = families.get(current)
      assert.ok(found !== undefined && belongs(sample.name, current, found.type), line)
      found.samples.push(sample)
    }
  }
  for (const { type, samples } of families.values()) {
    const keys = samples.map(({ name, labels }) => JSON.stringify([name, labels]))
    assert.equal(new Set(keys).size, keys.length)
    if (type === 'histogram') checkBuckets(samples)
  }
  return families
}

function parseSample(line: string): ParsedSample {
  const [, name, list = '', number] = SAMPLE.exec(line) ?? []
  assert.ok(name !== undefined && number !== undefined, line)
  const labels: Record<string, string> = {}
  LABEL.lastIndex = 0
  while (LABEL.lastIndex < list.length) {
    const [, label, text] = LABEL.exec(list) ?? []
    assert.ok(label !== undefined && text !== undefined && !Object.hasOwn(labels, label), line)
    labels[label] = text
  }
  const value = Number(number)
  assert.ok(Number.isFinite(value), line)
  return { name, labels, value }
}

function belongs(name: string, family: string, type: string): boolean {
  if (type === 'gauge') return name === family
  if (type === 'counter') return name === family || name === `${family}_total`
  return [`${family}_bucket`, `${family}_sum`, `${family}_count`].includes(name)
}

function checkBuckets(samples: readonly ParsedSample[]): void {
  const rest = [...samples]
  while (rest.length > 0) {
    const { name } = rest[0] as ParsedSample
    let [before, le] = [0, -Infinity]
    while (rest[0]?.name === name && le < Infinity) {
      const { labels, value } = rest.shift() as ParsedSample
      const bound = labels['le'] === '+Inf' ? Infinity : Number(labels['le'])
      assert.ok(bound > le && value >= before, JSON.stringify(labels))
      ;[before, le] = [value, bound]
    }
    assert.equal(le, Infinity)
    const [sum, count] = rest.splice(0, 2)
    assert.ok(sum?.name.endsWith('_sum') === true && count?.name.endsWith('_count') === true)
    assert.equal(count.value, before)
  }
}

/** Returns the value of the series with exactly these labels; 0 if absent. */
export function valueOf(
  families: ReadonlyMap<string, ParsedFamily>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const family = families.get(name) ?? families.get(name.replace(/_(?:bucket|sum|count)$/, ''))
  assert.ok(family !== undefined, `No metric ${name}.`)
  const wanted = keyOf(labels)
  const found = family.samples.find(
    (sample) => sample.name === name && keyOf(sample.labels) === wanted,
  )
  return found?.value ?? 0
}

function keyOf(labels: Readonly<Record<string, string>>): string {
  const names = Object.keys(labels).sort((a, b) => (a < b ? -1 : 1))
  return JSON.stringify(names.map((name) => [name, labels[name]]))
}
