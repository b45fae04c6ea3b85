import fc from 'fast-check'
import { bearer, type Draft, type Fault } from './draft.ts'
import { invalidValue, validValue } from './draw-values.ts'
import type { KeyRing } from './key-ring.ts'
import type { DocumentedOperation, DocumentedParameter, DocumentedWindow } from './read-document.ts'
import { REGION } from './write-target.ts'

/** Faults by location; a request gets at most one of each group. */
export interface FaultGroups {
  readonly method: fc.Arbitrary<Fault>
  readonly path: fc.Arbitrary<Fault>
  readonly access: fc.Arbitrary<Fault>
  readonly parameters: fc.Arbitrary<Fault>
}

/** Returns every documented way in which a request for an operation can be invalid. */
export function drawFaults(operation: DocumentedOperation, keys: KeyRing): FaultGroups {
  return {
    method: fc.constantFrom(...METHODS, ...(operation.keyed ? ['HEAD'] : [])).map((method) => ({
      stage: 'method',
      status: 405,
      why: `the method ${method}`,
      apply: (draft) => ({ ...draft, method }),
    })),
    path: fc.oneof({ weight: 4, arbitrary: wrongPath(operation) }, malformedPath),
    access: fc.oneof(...wrongAccess(operation, keys)),
    parameters: fc.oneof(...wrongParameters(operation)),
  }
}

const METHODS = ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']

function fault(
  stage: Fault['stage'],
  status: number,
  why: string,
  apply: (draft: Draft) => Draft,
): Fault {
  return { stage, status, why, apply }
}

/** A path with one segment changed, repeated or removed, or with a suffix. */
function wrongPath({ path }: DocumentedOperation): fc.Arbitrary<Fault> {
  const words = path.split('/').flatMap((word, at) => (/^[a-z]/.test(word) ? [at] : []))
  const edit = fc.tuple(fc.constantFrom(...words), fc.constantFrom(...WORD_EDITS)).map(
    ([at, change]) =>
      (written: string) =>
        written
          .split('/')
          .flatMap((word, here) => (here === at ? change(word) : [word]))
          .join('/'),
  )
  const ends = ['/', '/x', '/.', '/..', '/%2e%2e', '//'].map(
    (end) => (written: string) => written + end,
  )
  return fc
    .oneof(edit, fc.constantFrom(...ends))
    .map((change) =>
      fault('path', 404, 'a path that does not exist', (draft) => ({ ...draft, editPath: change })),
    )
}

const WORD_EDITS: readonly ((word: string) => string[])[] = [
  (word) => [word.toUpperCase()],
  (word) => [`%25${word.charCodeAt(0).toString(16)}${word.slice(1)}`],
  (word) => [`${word}x`],
  (word) => [word, word],
  (word) => [word, ''],
  (word) => ['.', word],
  () => [],
]

const malformedPath = fc
  .constantFrom('%', '%z1', '%ff', '%c3%28', '%00', '%0A', '%c2%85')
  .map((bytes) =>
    fault('malformed', 400, `${bytes} in the path`, (draft) => ({
      ...draft,
      editPath: (written) => written + bytes,
    })),
  )

function wrongAccess({ scope, parameters, keyed }: DocumentedOperation, keys: KeyRing) {
  const { full, withoutScope, withoutRegion } = keys
  const wrongKeys = [
    undefined,
    '',
    'Bearer',
    bearer('nonsense'),
    `Basic ${full}`,
    bearer(`${full}x`),
    bearer(full.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))),
    `${bearer(full)}, ${bearer(full)}`,
    full,
  ]
  const key = fc
    .constantFrom(...wrongKeys)
    .map((authorization) =>
      fault('key', 401, 'no valid key', (draft) => ({ ...draft, authorization })),
    )
  const region = parameters.find(({ name }) => name === REGION)
  return [
    ...(keyed ? [key] : []),
    ...(region === undefined ? [] : wrongValue(region)),
    ...(withoutScope === undefined || scope === undefined
      ? []
      : [
          fc.constant(
            fault('grant', 403, `a key without ${scope}`, (draft) => ({
              ...draft,
              authorization: bearer(withoutScope(scope)),
            })),
          ),
        ]),
    ...(!keyed || withoutRegion === undefined || region === undefined
      ? []
      : [
          fc.constant(
            fault('grant', 403, 'a key without the region', (draft) => ({
              ...draft,
              authorization: bearer(withoutRegion(draft.values.get(REGION)?.[0] ?? '')),
            })),
          ),
        ]),
  ]
}

function wrongParameters({
  parameters,
  window,
  range,
}: DocumentedOperation): fc.Arbitrary<Fault>[] {
  const own = parameters.filter(({ name }) => name !== REGION)
  const inQuery = own.filter((parameter) => parameter.in === 'query')
  return [
    unknownParameter(parameters),
    malformedQuery,
    ...own.flatMap(wrongValue),
    ...inQuery.filter(({ required }) => required).map(missing),
    ...inQuery.filter(({ schema }) => schema.type !== 'array').map(repeated),
    ...(window === undefined ? [] : [wrongWindow(window)]),
    ...(range === undefined ? [] : [wrongRange(range)]),
  ]
}

function wrongValue(parameter: DocumentedParameter): fc.Arbitrary<Fault>[] {
  const { name } = parameter
  const wrong = invalidValue(parameter)?.map((value) => {
    // A control character makes the whole path malformed, wherever it is.
    const isMalformed = parameter.in === 'path' && hasControl(value.join(''))
    const stage = isMalformed ? 'malformed' : name === REGION ? 'region' : 'parameters'
    return fault(stage, 400, `${name} = ${JSON.stringify(value).slice(0, 80)}`, (draft) => ({
      ...draft,
      values: new Map([...draft.values, [name, value]]),
    }))
  })
  return wrong === undefined ? [] : [wrong]
}

/**
 * Returns whether a text contains a control character, which the document's pattern of texts
 * excludes.
 */
function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text)
}

function missing({ name }: DocumentedParameter): fc.Arbitrary<Fault> {
  return fc.constant(
    fault('parameters', 400, `no ${name}`, (draft) => ({
      ...draft,
      values: new Map([...draft.values].filter(([present]) => present !== name)),
    })),
  )
}

function repeated(parameter: DocumentedParameter): fc.Arbitrary<Fault> {
  const { name } = parameter
  return fc.tuple(validValue(parameter), validValue(parameter)).map(([[one = ''], [other = '']]) =>
    fault('parameters', 400, `${name} twice`, (draft) => ({
      ...draft,
      values: new Map([...draft.values, [name, [one, other]]]),
    })),
  )
}

/** A name that is not a query parameter of the operation, such as the name of a path parameter. */
function unknownParameter(parameters: readonly DocumentedParameter[]): fc.Arbitrary<Fault> {
  const known = new Set(parameters.filter((one) => one.in === 'query').map(({ name }) => name))
  const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => name)
  const others = ['verbose', 'limit', '__proto__', 'constructor', 'ranks[]', '', 'options', '夜']
  return fc
    .oneof(
      fc.constantFrom(...inPath, ...others),
      fc.constantFrom('x', ...known).map((name) => name.toUpperCase()),
      fc.string({ maxLength: 8 }),
    )
    .filter((name) => !known.has(name))
    .map((name) =>
      fault('parameters', 400, `the unknown parameter ${JSON.stringify(name)}`, (draft) => ({
        ...draft,
        morePairs: [`${encodeURIComponent(name)}=1`],
      })),
    )
}

const malformedQuery = fc
  .constantFrom('%', '%z=1', 'x=%zz', 'x=%ff', '%c3%28=1', 'x=%00', 'x=%0d%0a', 'x=%ed%a0%80')
  .map((pair) =>
    fault('parameters', 400, `${pair} in the query`, (draft) => ({ ...draft, morePairs: [pair] })),
  )

/** A time range whose end is not after its start. */
function wrongRange({
  from,
  until,
}: NonNullable<DocumentedOperation['range']>): fc.Arbitrary<Fault> {
  return fc.tuple(fc.nat(), fc.constantFrom(0, 0, 1, 1_000)).map(([end, later]) =>
    fault('parameters', 400, `${until} not after ${from}`, (draft) => ({
      ...draft,
      values: new Map([...draft.values, [from, [String(end + later)]], [until, [String(end)]]]),
    })),
  )
}

/** Windows that start before the first rank, end before they start, or are too wide. */
function wrongWindow({ start, end, maxRanks }: DocumentedWindow): fc.Arbitrary<Fault> {
  const most = BigInt(maxRanks)
  return fc
    .tuple(fc.bigInt(1n, 10n ** 12n), fc.bigInt(0n, 10n ** 6n), fc.nat({ max: 2 }))
    .map(([first, more, how]): [bigint, bigint] => {
      if (how === 0) return [-more, first]
      return how === 1 ? [first + 1n + more, first] : [first, first + most + (more % 3n)]
    })
    .map(([first, last]) =>
      fault('parameters', 400, `the window ${first} to ${last}`, (draft) => ({
        ...draft,
        values: new Map([...draft.values, [start, [String(first)]], [end, [String(last)]]]),
      })),
    )
}
