import { isUtf8 } from 'node:buffer'
import type { TObject, TSchema } from '#libraries/typebox'
import { Compile } from '#libraries/typebox-compile'
import { compileNormalizer, MessageError } from '../../upstream/normalize-message.ts'
import { DATA_FILES, type DataFileName, type DataLine } from './data-files.ts'
import { DataProblem } from './data-problem.ts'

/**
 * Maximum characters of a field name in a problem, because an unknown name can be of any length.
 */
const FIELD_LENGTH_MAX = 80

/**
 * Prepares the parser of the lines of one file: bytes become a line that matches its declaration
 * exactly, with normalized messages. Throws a {@link DataProblem} for invalid UTF-8, invalid JSON,
 * a field that is unknown, missing or of the wrong type, and a number that is out of range.
 */
export function compileLineParser<Name extends DataFileName>(
  name: Name,
): (bytes: Uint8Array) => DataLine<Name> {
  const { line } = DATA_FILES[name]
  const check = compileShapeCheck(line)
  const normalizers = Object.entries((line as TObject).properties)
    .filter(([, schema]) => (schema as { type?: string }).type === 'object')
    .map(([field, schema]) => ({ field, close: compileNormalizer(schema) }))
  return (bytes) => {
    const value = parseJsonLine(bytes)
    check(value)
    const fields = value as Record<string, unknown>
    for (const { field, close } of normalizers) {
      if (fields[field] !== undefined) fields[field] = normalizeField(field, close, fields[field])
    }
    return fields as DataLine<Name>
  }
}

/**
 * Compiles a check that throws a {@link DataProblem} for a field that is unknown, missing or of the
 * wrong type.
 */
export function compileShapeCheck(schema: TSchema): (value: unknown) => void {
  const shape = Compile(schema)
  return (value) => {
    if (!shape.Check(value)) throw problemOf(shape.Errors(value)[0])
  }
}

/** Parses a line. Throws a {@link DataProblem} for an empty line, invalid UTF-8 or invalid JSON. */
export function parseJsonLine(bytes: Uint8Array): unknown {
  if (!isUtf8(bytes)) throw new DataProblem('is not UTF-8')
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  if (text.trim() === '') throw new DataProblem('is empty')
  try {
    return JSON.parse(text)
  } catch {
    // The error of the parser contains a part of the text.
    throw new DataProblem('is not JSON')
  }
}

function normalizeField(
  field: string,
  close: (message: unknown) => unknown,
  value: unknown,
): unknown {
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
  if (error === undefined) return new DataProblem('does not match its schema')
  const { keyword, instancePath, params, message } = error
  const path = instancePath.slice(1).replaceAll('/', '.')
  // The validator reports an unknown field as a violation of the schema `false`.
  if (keyword === 'boolean') return new DataProblem('is an unknown field', fieldOf(path))
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
  return shown.length > FIELD_LENGTH_MAX ? `${shown.slice(0, FIELD_LENGTH_MAX)}…` : shown
}
