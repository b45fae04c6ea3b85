import type { OperationSpec, RankWindow } from '../operation.ts'
import type { AnyParameter } from '../parameter.ts'
import { ServiceError, type ParameterProblem } from '../../platform/http/errors/service-error.ts'
import { parseQuery, type Query } from './parse-query.ts'
import { parsePathValue, parseQueryValue } from './parse-value.ts'
import type { ParseResult } from './parse-result.ts'

/** Bounds the errors in one rejection: rejections are free and must stay small. */
const PROBLEMS_MAX = 20

/** Configuration of the argument parser. */
export interface ParameterParserOptions {
  /** The maximum number of ranks in an arena window; published in the documents. */
  readonly arenaRanksMax: number
}

/** A parameter with everything that parsing it needs, prepared once. */
interface ParameterEntry {
  readonly name: string
  readonly parameter: AnyParameter
  readonly queryName: string
}

/** The operation of a request and its raw arguments. */
export interface RawArguments<Id extends string> {
  readonly operation: Id
  /** The values taken from the path, percent-decoded. */
  readonly pathValues: Readonly<Record<string, string>>
  /** The query as received, without its question mark. */
  readonly query: string
}

/**
 * Creates a parser that turns the raw strings of a request into the typed arguments of its
 * operation. It throws one `invalid_request` (400) naming all errors, and returns equal arguments
 * for equal requests, whichever form they use.
 */
export function createArgumentParser<Id extends string>(
  table: Readonly<Record<Id, OperationSpec>>,
  { arenaRanksMax = 0 }: Partial<ParameterParserOptions> = {},
): (request: RawArguments<Id>) => Readonly<Record<string, unknown>> {
  const entries = parameterEntries(table)
  return ({ operation, pathValues, query: raw }) => {
    const problems: ParameterProblem[] = []
    const query = unwrap(problems, '(query)', parseQuery(raw)) as Query | undefined
    const values: Record<string, unknown> = {}
    if (query !== undefined) {
      rejectUnknown(problems, query, entries[operation], pathValues)
      for (const entry of entries[operation]) {
        values[entry.name] = parseEntry(problems, entry, pathValues, query)
      }
    }
    const { rankWindow, timeRange } = table[operation]
    if (problems.length === 0) {
      if (rankWindow !== undefined) checkWindow(problems, rankWindow, values, arenaRanksMax)
      if (timeRange !== undefined) checkRange(problems, timeRange, values)
    }
    if (problems.length > 0) {
      const first = problems[0]
      throw new ServiceError('invalid_request', `${first?.parameter}: ${first?.detail}`, {
        problems: problems.slice(0, PROBLEMS_MAX),
      })
    }
    return values
  }
}

function parameterEntries<Id extends string>(
  table: Readonly<Record<Id, OperationSpec>>,
): Readonly<Record<Id, readonly ParameterEntry[]>> {
  return Object.fromEntries(
    Object.entries<OperationSpec>(table).map(([id, { parameters }]) => [
      id,
      Object.entries<AnyParameter>(parameters).map(([name, parameter]) => ({
        name,
        parameter,
        queryName: parameter.queryName ?? name,
      })),
    ]),
  ) as unknown as Readonly<Record<Id, readonly ParameterEntry[]>>
}

function parseEntry(
  problems: ParameterProblem[],
  { name, parameter, queryName }: ParameterEntry,
  pathValues: Readonly<Record<string, string>>,
  query: Query,
): unknown {
  const fromPath = pathValues[name]
  if (fromPath !== undefined) {
    return unwrap(problems, name, parsePathValue(parameter.kind, fromPath))
  }
  const texts = query.get(queryName)
  if (texts === undefined) {
    if (!parameter.optional) problems.push({ parameter: queryName, detail: 'It is required.' })
    return parameter.defaultValue
  }
  if (parameter.optional && isEmpty(texts)) return parameter.defaultValue
  return unwrap(problems, queryName, parseQueryValue(parameter.kind, texts))
}

/** Returns whether a parameter occurs once, without a value: then an optional one is absent. */
function isEmpty(texts: readonly string[]): boolean {
  return texts.length === 1 && texts[0] === ''
}

/**
 * Rejects unknown names. A parameter taken from the path is unknown in the query, under either of
 * its names.
 */
function rejectUnknown(
  problems: ParameterProblem[],
  query: Query,
  entries: readonly ParameterEntry[],
  pathValues: Readonly<Record<string, string>>,
): void {
  for (const name of query.keys()) {
    const entry = entries.find(({ queryName }) => queryName === name)
    if (entry !== undefined && pathValues[entry.name] === undefined) continue
    const inPath = entries.some(
      (known) =>
        pathValues[known.name] !== undefined && [known.name, known.queryName].includes(name),
    )
    const detail = inPath ? 'It is taken from the path already.' : 'It is not a parameter here.'
    problems.push({ parameter: printable(name), detail })
  }
}

/** Checks a rank window (design, "Arena window"): 1 ≤ start ≤ end, and at most `ranksMax` wide. */
function checkWindow(
  problems: ParameterProblem[],
  window: RankWindow,
  values: Readonly<Record<string, unknown>>,
  ranksMax: number,
): void {
  const [start, end] = [values[window.start], values[window.end]].map((value) =>
    BigInt(value as string),
  ) as [bigint, bigint]
  if (start < 1n) problems.push({ parameter: window.start, detail: 'It must be at least 1.' })
  else if (end < start) {
    problems.push({ parameter: window.end, detail: `It must not be below ${window.start}.` })
  } else if (end - start >= BigInt(ranksMax)) {
    const detail = `The window must span at most ${ranksMax} ranks, first and last included.`
    problems.push({ parameter: window.end, detail })
  }
}

/** Checks that a time range ends after its start, where both are given. */
function checkRange(
  problems: ParameterProblem[],
  [from, until]: readonly [string, string],
  values: Readonly<Record<string, unknown>>,
): void {
  const [start, end] = [values[from], values[until]] as (number | undefined)[]
  if (start === undefined || end === undefined || start < end) return
  problems.push({ parameter: until, detail: `It must be after ${from}.` })
}

/** Returns the value of a result, or adds its problem to `problems`. */
function unwrap(
  problems: ParameterProblem[],
  parameter: string,
  result: ParseResult<unknown>,
): unknown {
  if ('value' in result) return result.value
  problems.push({ parameter, detail: result.problem })
  return undefined
}

/** Returns `name` if it looks like a parameter name. Anything else could be a pasted secret. */
function printable(name: string): string {
  return /^[A-Za-z0-9_.[\]-]{1,40}$/.test(name) ? name : '(an unknown name)'
}
