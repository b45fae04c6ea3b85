import fc from 'fast-check'
import { fits, INT64 } from './fits.ts'
import type { DocumentedParameter, ValueSchema } from './read-document.ts'

/** Any character, mostly ASCII. (The library's own unit for this is slow to create.) */
const CHARACTER = fc
  .oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0, max: 0x10_ff_ff }))
  .filter((point) => point < 0xd8_00 || point > 0xdf_ff)
  .map((point) => String.fromCodePoint(point))

/** The raw texts of one parameter: several for a list, else one. */
export type RawValue = readonly string[]

/** Valid values of a parameter: mostly its example, and values at the bounds. */
export function validValue(parameter: DocumentedParameter): fc.Arbitrary<RawValue> {
  const given = givenValue(parameter)
  if (parameter.allowEmptyValue !== true) return given
  return fc.oneof({ weight: 9, arbitrary: given }, { weight: 1, arbitrary: fc.constant(['']) })
}

function givenValue(parameter: DocumentedParameter): fc.Arbitrary<RawValue> {
  const { schema, example } = parameter
  const examples = [example].flat().map(String)
  if (schema.type !== 'array' || schema.items === undefined) {
    return validText(schema, examples)
      .filter((text) => isPossibleAt(parameter, text))
      .map((text) => [text])
  }
  const { items, minItems = 0, maxItems = 10 } = schema
  const item = validText(items, examples)
  const least = Math.max(minItems, 1)
  const few = Math.min(least + 4, maxItems)
  return fc.oneof(
    { weight: 5, arbitrary: fc.array(item, { minLength: least, maxLength: few }) },
    { weight: 1, arbitrary: fc.array(item, { minLength: maxItems, maxLength: maxItems }) },
  )
}

/**
 * Invalid values of a parameter that can be written at its location; `undefined` if every value is
 * valid.
 */
export function invalidValue(parameter: DocumentedParameter): fc.Arbitrary<RawValue> | undefined {
  const drawn = drawInvalid(parameter)
  if (parameter.allowEmptyValue !== true) return drawn
  return drawn?.filter((texts) => texts.length !== 1 || texts[0] !== '')
}

function drawInvalid(parameter: DocumentedParameter): fc.Arbitrary<RawValue> | undefined {
  const { schema, example } = parameter
  const isInPath = parameter.in === 'path'
  if (schema.type !== 'array' || schema.items === undefined) {
    return invalidText(schema, (text) => isPossibleAt(parameter, text))?.map((text) => [text])
  }
  const { items, maxItems } = schema
  const good = validText(items, [example].flat().map(String))
  // In a path, a comma separates items.
  const bad = invalidText(items, (text) => !isInPath || !/^\.{0,2}$|,/.test(text))
  const gaps = isInPath
    ? [
        ['1', '', '2'],
        ['1', ''],
        ['', '1'],
      ]
    : [[''], ['', '']]
  return fc.oneof(
    fc.constantFrom(...gaps),
    ...(bad === undefined
      ? []
      : [
          fc
            .tuple(fc.array(good, { maxLength: 3 }), bad)
            .map(([before, last]) => [...before, last]),
        ]),
    ...(maxItems === undefined
      ? []
      : [fc.array(good, { minLength: maxItems + 1, maxLength: maxItems + 2 })]),
  )
}

/**
 * Returns whether a text can be a value at the location of a parameter: in a path, an empty text
 * and dots result in another path.
 */
function isPossibleAt(parameter: DocumentedParameter, text: string): boolean {
  return parameter.in !== 'path' || !['', '.', '..'].includes(text)
}

function validText(schema: ValueSchema, examples: readonly string[]): fc.Arbitrary<string> {
  const drawn = schema.anyOf === undefined ? [schema] : schema.anyOf
  return fc
    .oneof(
      { weight: 4, arbitrary: fc.constantFrom(...examples) },
      ...drawn.map((one) => ({ weight: 2, arbitrary: textOf(one) })),
      { weight: 1, arbitrary: fc.constantFrom(...endsOf(schema)) },
    )
    .filter((text) => fits(schema, text))
}

function textOf(schema: ValueSchema): fc.Arbitrary<string> {
  const { type, format, pattern, minimum = -(2 ** 31), maximum, minLength, maxLength } = schema
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (type === 'integer') {
    const most = maximum === undefined ? 10n ** 30n : BigInt(maximum)
    return padded(
      fc.oneof(
        fc.bigInt(BigInt(minimum), BigInt(minimum) + 400n),
        fc.bigInt(BigInt(minimum), most),
      ),
    )
  }
  if (format === 'int64') return padded(fc.bigInt(INT64.min, INT64.max))
  if (format === 'time-zone') return fc.constantFrom('UTC', 'asia/tokyo', 'America/Sao_Paulo')
  if (pattern === '^-?[0-9]+$') return padded(fc.bigInt(-(10n ** 40n), 10n ** 40n))
  if (pattern === '^[0-9]+$') return padded(fc.bigInt(0n, 10n ** 40n))
  return fc.string({
    unit: CHARACTER,
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
  })
}

/** Integers, some with leading zeros, which are ignored. */
function padded(numbers: fc.Arbitrary<bigint>): fc.Arbitrary<string> {
  return fc
    .tuple(numbers, fc.constantFrom('', '', '', '0', '000'))
    .map(([number, zeros]) => String(number).replace(/^-?/, (sign) => sign + zeros))
}

/** Values at the bounds and just beyond; callers remove those that do not fit. */
function endsOf(schema: ValueSchema): readonly string[] {
  return (schema.anyOf ?? [schema]).flatMap((one) => [
    ...[one.minimum, one.maximum].flatMap((end) => (end === undefined ? [] : near(BigInt(end)))),
    ...(one.format === 'int64' && one.type === 'string'
      ? [INT64.min, INT64.max].flatMap(near)
      : []),
    ...[one.minLength, one.maxLength].flatMap((end) => (end === undefined ? [] : textsNear(end))),
    '0',
    '-0',
  ])
}

function near(end: bigint): readonly string[] {
  return [-1n, 0n, 1n].map((more) => String(end + more))
}

function textsNear(length: number): readonly string[] {
  const lengths = [length - 1, length, length + 1].filter((one) => one >= 0)
  return lengths.flatMap((one) => ['a', '夜', '👩'].map((letter) => letter.repeat(one)))
}

/** Texts that parsers often accept by mistake as a number, a name or an empty value. */
const ODD = [
  '',
  'abc',
  '1.5',
  '+1',
  ' 1',
  '1 ',
  '1e3',
  '0x1',
  '１',
  '-',
  '--1',
  '-1',
  '0',
  '1,2',
  'null',
  'true',
  '[]',
  'NaN',
  '1_000',
  '٣',
  '²',
  '%31',
  '\u0000',
  'a\nb',
  '\u007f',
  '\u0085',
  '\u009f',
  '\u2028',
  '"1"',
  '1;2',
  '1/2',
  '1\u00a0',
]

function invalidText(
  schema: ValueSchema,
  isPossible: (text: string) => boolean,
): fc.Arbitrary<string> | undefined {
  const isInvalid = (text: string) => isPossible(text) && !fits(schema, text)
  const [odd, ends] = [ODD.filter(isInvalid), endsOf(schema).filter(isInvalid)]
  const known = [odd, ends].filter(({ length }) => length > 0)
  if (known.length === 0) return undefined
  const controls = fc
    .tuple(fc.constantFrom('a', ''), fc.constantFrom('\u0001', '\u001f', '\u0080', '\r'))
    .map(([before, control]) => before + control)
  return fc
    .oneof(
      ...known.map((texts) => ({ weight: 2, arbitrary: fc.constantFrom(...texts) })),
      { weight: 1, arbitrary: fc.string({ unit: CHARACTER, maxLength: 12 }) },
      { weight: 1, arbitrary: controls },
    )
    .filter(isInvalid)
}
