import { ExportProblem } from '../import-problem.ts'

/** A record of a CSV file. */
export interface CsvRecord {
  /** The line on which it starts, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Possible delimiters, by precedence for equal counts in the first line. */
const DELIMITERS = [',', ';', '\t'] as const

/** Maximum UTF-16 units of a record, more than a thousand ranks of twenty digits need. */
const RECORD_MAX = 262_144

const QUOTE = '"'

/**
 * Yields the records of a CSV file (RFC 4180), without empty lines; keeps one of them in memory.
 * The delimiter is the one of comma, semicolon and tab that the first line has most often. Throws
 * an {@link ExportProblem} when the file is not UTF-8, or has a record that is too long, a quote
 * that is not closed, or text beside a quoted cell.
 */
export async function* parseCsv(source: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  let delimiter: string | undefined
  let parts: string[] = []
  let quotes = 0
  let length = 0
  let line = 0
  for await (const text of readLines(source)) {
    line += 1
    parts.push(text)
    quotes += countOf(text, QUOTE)
    length += text.length + 1
    const startLine = line - parts.length + 1
    if (length > RECORD_MAX) {
      throw new ExportProblem(`Line ${startLine} has more than ${RECORD_MAX} characters.`)
    }
    // An odd number of quotes: a quoted cell goes on in the next line.
    if (quotes % 2 === 1) continue
    const record = parts.join('\n')
    if (record.trim() !== '') {
      delimiter ??= delimiterOf(record)
      yield { line: startLine, cells: splitRecord(record, delimiter, startLine) }
    }
    parts = []
    quotes = 0
    length = 0
  }
  if (parts.length > 0) {
    throw new ExportProblem(`Line ${line - parts.length + 1} opens a quote that is not closed.`)
  }
}

/** Yields the lines of a text without their ends, which may be those of any system. */
async function* readLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let partial = ''
  let number = 0
  const decode = (piece?: Uint8Array) => {
    try {
      return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true })
    } catch (cause) {
      const what = `The text after line ${number} is not UTF-8. Save the file as UTF-8.`
      throw new ExportProblem(what, { cause })
    }
  }
  for await (const piece of source) {
    partial += decode(piece)
    const lines = partial.split('\n')
    partial = lines.pop() ?? ''
    if (partial.length > RECORD_MAX) {
      throw new ExportProblem(`Line ${number + 1} has more than ${RECORD_MAX} characters.`)
    }
    number += lines.length
    for (const text of lines) yield text.endsWith('\r') ? text.slice(0, -1) : text
  }
  partial += decode()
  if (partial !== '') yield partial
}

function delimiterOf(header: string): string {
  const counts = DELIMITERS.map((delimiter) => countOf(header, delimiter))
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

function splitRecord(record: string, delimiter: string, line: number): readonly string[] {
  if (!record.includes(QUOTE)) return record.split(delimiter).map((cell) => cell.trim())
  const cells: string[] = []
  let start = 0
  for (;;) {
    while (record[start] === ' ') start += 1
    const isQuoted = record[start] === QUOTE
    const cellEnd = isQuoted ? endOfQuoted(record, start) : start
    const next = record.indexOf(delimiter, cellEnd)
    const end = next === -1 ? record.length : next
    const rest = record.slice(cellEnd, end)
    if (isQuoted ? rest.trim() !== '' : rest.includes(QUOTE)) {
      throw new ExportProblem(`Line ${line} has text beside a quoted cell.`)
    }
    const quoted = record.slice(start + 1, cellEnd - 1).replaceAll('""', QUOTE)
    cells.push((isQuoted ? quoted : rest).trim())
    if (next === -1) return cells
    start = next + delimiter.length
  }
}

/** Returns the index after the closing quote of a cell that starts at `start`. */
function endOfQuoted(record: string, start: number): number {
  for (let at = record.indexOf(QUOTE, start + 1); at !== -1; at = record.indexOf(QUOTE, at + 2)) {
    if (record[at + 1] !== QUOTE) return at + 1
  }
  return record.length
}

function countOf(text: string, character: string): number {
  let count = 0
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count += 1
  return count
}
