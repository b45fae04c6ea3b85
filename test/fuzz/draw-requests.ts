import fc from 'fast-check'
import { bearer, writeRequest, type Draft, type Fault, type FuzzRequest } from './draft.ts'
import { drawFaults } from './draw-faults.ts'
import { validValue, type RawValue } from './draw-values.ts'
import type { KeyRing } from './key-ring.ts'
import type { DocumentedOperation, DocumentedParameter } from './read-document.ts'

/**
 * Requests for the `wanted` operations of a document: about half of them valid, the others with one
 * fault or two.
 */
export function drawRequests(
  operations: readonly DocumentedOperation[],
  keys: KeyRing,
  wanted = operations,
): fc.Arbitrary<FuzzRequest> {
  const templates = operations.map(
    ({ path }) => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+').replaceAll('.', '\\.')}$`),
  )
  const isDocumented = (path: string) => templates.some((template) => template.test(path))
  return fc
    .oneof(
      ...wanted.map((operation) => fc.tuple(validDraft(operation, keys), drawMix(operation, keys))),
    )
    .map(([draft, faults]) => writeRequest(draft, faults, isDocumented))
}

function drawMix(operation: DocumentedOperation, keys: KeyRing): fc.Arbitrary<readonly Fault[]> {
  const { method, path, access, parameters } = drawFaults(operation, keys)
  return fc.oneof(
    { weight: 20, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.tuple(method) },
    { weight: 2, arbitrary: fc.tuple(path) },
    { weight: 3, arbitrary: fc.tuple(access) },
    { weight: 10, arbitrary: fc.tuple(parameters) },
    // Two faults: the one of the earlier stage determines the answer.
    { weight: 2, arbitrary: fc.tuple(access, parameters) },
    { weight: 1, arbitrary: fc.tuple(method, fc.oneof(path, access, parameters)) },
    { weight: 1, arbitrary: fc.tuple(path, fc.oneof(access, parameters)) },
  )
}

function validDraft(operation: DocumentedOperation, keys: KeyRing): fc.Arbitrary<Draft> {
  return fc
    .record({
      values: fc.tuple(...operation.parameters.map(namedValue)),
      window: validWindow(operation),
      spelling: fc.constantFrom('usual', 'usual', 'plus', 'everything'),
      rotation: fc.nat({ max: 30 }),
      acceptEncoding: fc.constantFrom(undefined, undefined, ...ENCODINGS),
    })
    .map(({ values, window, spelling, rotation, acceptEncoding }) => ({
      operation,
      method: 'GET',
      values: inOrder(
        operation,
        new Map([...values.filter((entry) => entry !== undefined), ...window]),
      ),
      morePairs: [],
      editPath: (path) => path,
      authorization: bearer(keys.full),
      acceptEncoding,
      spelling,
      rotation,
    }))
}

/** Removes the end of a time range that is not after its start. */
function inOrder(
  { range }: DocumentedOperation,
  values: Map<string, RawValue>,
): Map<string, RawValue> {
  if (range === undefined) return values
  const [from, until] = [values.get(range.from)?.[0], values.get(range.until)?.[0]]
  if (from !== undefined && until !== undefined && BigInt(from) >= BigInt(until)) {
    values.delete(range.until)
  }
  return values
}

const ENCODINGS = [
  'br',
  'gzip',
  'zstd',
  'gzip;q=0.5, br;q=0',
  '*',
  'identity',
  ';;q',
  'x'.repeat(40),
]

type Entry = readonly [name: string, value: RawValue]

/** A parameter with a value; half of the optional ones are omitted. */
function namedValue(parameter: DocumentedParameter): fc.Arbitrary<Entry | undefined> {
  const entry = validValue(parameter).map((value): Entry => [parameter.name, value])
  return parameter.required ? entry : fc.option(entry, { nil: undefined, freq: 2 })
}

/**
 * The bounds of a valid window: mostly near the first ranks, sometimes anywhere, up to the maximum
 * width.
 */
function validWindow({ window }: DocumentedOperation): fc.Arbitrary<readonly Entry[]> {
  if (window === undefined) return fc.constant([])
  const most = BigInt(window.maxRanks) - 1n
  const width = fc.oneof(
    fc.bigInt(0n, most),
    fc.constant(most),
    fc.bigInt(0n, most < 20n ? most : 20n),
  )
  return fc
    .tuple(fc.oneof(fc.bigInt(1n, 300n), fc.bigInt(1n, 2n ** 63n - 1n - most)), width)
    .map(([start, more]) => [
      [window.start, [String(start)]],
      [window.end, [String(start + more)]],
    ])
}
