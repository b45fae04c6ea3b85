import { isUtf8 } from 'node:buffer'
import type { TObject, TSchema } from '#libraries/typebox'
import { Compile } from '#libraries/typebox-compile'
import { compileClose, MessageError } from '../../../contract/close-message.ts'
import { DATA_FILES, type DataFileName, type DataLine } from './data-files.ts'
import { DataProblem } from './data-problem.ts'

/** The longest name of a field that a problem repeats; a name that nobody declared may be anything. */
const LONGEST_FIELD = 80

/**
 * Prepares the reading of the lines of one file: bytes become a line that fits its declaration exactly, its messages
 * closed. Throws a {@link DataProblem} for anything else: other than UTF-8, other than JSON, a field that is unknown,
 * missing or of another type, a number that is out of range.
 */
export function compileReadLine<Name extends DataFileName>(
  name: Name,
): (bytes: Uint8Array) => DataLine<Name> {
  const { line } = DATA_FILES[name]
  const shape = Compile(line as TSchema)
  const closers = Object.entries((line as TObject).properties)
    .filter(([, schema]) => (schema as { type?: string }).type === 'object')
    .map(([field, schema]) => ({ field, close: compileClose(schema) }))
  return (bytes) => {
    const value = parse(bytes)
    if (!shape.Check(value)) throw problemOf(shape.Errors(value)[0])
    const fields = value as Record<string, unknown>
    for (const { field, close } of closers) {
      if (fields[field] !== undefined) fields[field] = closeField(field, close, fields[field])
    }
    return fields as DataLine<Name>
  }
}

function parse(bytes: Uint8Array): unknown {
  if (!isUtf8(bytes)) throw new DataProblem('is not UTF-8')
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  if (text.trim() === '') throw new DataProblem('is empty')
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own words repeat a part of the text.
    throw new DataProblem('is not JSON')
  }
}

function closeField(field: string, close: (message: unknown) => unknown, value: unknown): unknown {
  try {
    return close(value)
  } catch (error) {
    if (!(error instanceof MessageError)) throw error
    const [, path = '', expected = ''] = /^The field (\S+) is (.*)\.$/.exec(error.message) ?? []
    throw new DataProblem(`is ${expected}`, { field: shortened(`${field}${path}`) })
  }
}

interface ShapeError {
  readonly keyword: string
  readonly instancePath: string
  readonly params: object
  readonly message: string
}

function problemOf(error: ShapeError | undefined): DataProblem {
  if (error === undefined) return new DataProblem('does not fit its schema')
  const { keyword, instancePath, params, message } = error
  const path = instancePath.slice(1).replaceAll('/', '.')
  // A closed object says "false" of a field that it does not have.
  if (keyword === 'boolean') return new DataProblem('is not a field here', fieldOf(path))
  const { requiredProperties: missing } = params as { requiredProperties?: readonly string[] }
  if (missing !== undefined) {
    return new DataProblem(
      'is missing',
      fieldOf(path === '' ? missing[0] : `${path}.${missing[0]}`),
    )
  }
  const { allowedValues } = params as { allowedValues?: readonly string[] }
  const what = allowedValues === undefined ? message : `must be one of ${allowedValues.join(', ')}`
  return new DataProblem(what, fieldOf(path))
}

function fieldOf(path = ''): { field?: string } {
  return path === '' ? {} : { field: shortened(path) }
}

function shortened(path: string): string {
  const shown = path.replaceAll(/[^\w.{}[\]-]/g, '?')
  return shown.length > LONGEST_FIELD ? `${shown.slice(0, LONGEST_FIELD)}…` : shown
}
