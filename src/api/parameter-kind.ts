/**
 * A 64-bit integer in decimal: `^-?[0-9]+$` and in range. Its value is the canonical text, never a
 * JS number.
 */
export interface Int64Kind {
  readonly kind: 'int64'
}

/**
 * An integer in decimal, `^-?[0-9]+$`, of any length. For an id of which a negative value or one
 * beyond 64 bits is unknown, not malformed. Its value is the canonical text.
 */
export interface SignedKind {
  readonly kind: 'signed'
}

/** Digits only, of any length. Its value is the text without leading zeros. */
export interface DigitsKind {
  readonly kind: 'digits'
}

/** A rank: 1 to 2³¹ − 1. */
export interface RankKind {
  readonly kind: 'rank'
}

/**
 * A page number: digits, at least 1, with no upper bound. Its value is the text without leading
 * zeros.
 */
export interface PageKind {
  readonly kind: 'page'
}

/** Text of at most 256 code points without control characters. */
export interface TextKind {
  readonly kind: 'text'
}

/**
 * A listed name or an int32. The number n is the n-th name from 0 and the same value; an unlisted
 * int32 is valid and matches nothing.
 */
export interface EnumKind<Name extends string = string> {
  readonly kind: 'enum'
  readonly names: readonly Name[]
}

/** One of the listed names, exactly; numbers are rejected. */
export interface ChoiceKind<Name extends string = string> {
  readonly kind: 'choice'
  readonly names: readonly Name[]
}

/** A time or a duration in milliseconds: at most 15 digits. Its value is a number. */
export interface TimeKind {
  readonly kind: 'time'
}

/**
 * A run of an event: `jp:2004` is the newest run of event 2004 in jp, `jp:2004@1795175460000` the
 * one that began at this time. Its value is the canonical text; `splitRunReference` parses it.
 */
export interface RunKind {
  readonly kind: 'run'
  readonly regions: readonly string[]
}

/**
 * A board of the region: `event:2004`, `music:17` or `challenge:3`. Its value is the canonical
 * text.
 */
export interface BoardKind {
  readonly kind: 'board'
  /** The words before the colon. */
  readonly boards: readonly string[]
}

/** A whole number between two bounds, both included. Its value is a number. */
export interface IntegerKind {
  readonly kind: 'whole'
  readonly min: number
  readonly max: number
}

/** The name of a time zone (IANA). Its value is the canonical name. */
export interface ZoneKind {
  readonly kind: 'zone'
}

/** A name that a client chooses: 1 to 64 letters, digits and `.`, `_`, `~`, `-`. */
export interface NameKind {
  readonly kind: 'name'
}

/** One kind of value that is not a list. */
export type ScalarKind =
  | Int64Kind
  | SignedKind
  | DigitsKind
  | RankKind
  | PageKind
  | TextKind
  | EnumKind
  | ChoiceKind
  | TimeKind
  | RunKind
  | BoardKind
  | IntegerKind
  | ZoneKind
  | NameKind

/**
 * Several values: repeated in a query, comma-separated in a path. Duplicates collapse after
 * counting. With `order: 'ascending'` the order has no meaning and the values are sorted, so that
 * equal requests have equal arguments.
 */
export interface ListKind<Item extends ScalarKind = ScalarKind> {
  readonly kind: 'list'
  readonly item: Item
  readonly min: 0 | 1
  readonly max: number
  readonly order: 'given' | 'ascending'
  /** Whether commas separate values in a query too. */
  readonly commas: boolean
}

/** The notation of a parameter. `parameters/` has one parser for each. */
export type Kind = ScalarKind | ListKind

/** The type of a parsed value. */
export type ValueOf<K extends Kind> =
  K extends ListKind<infer Item>
    ? readonly ScalarValue<Item>[]
    : K extends ScalarKind
      ? ScalarValue<K>
      : never

type ScalarValue<K extends ScalarKind> = K extends RankKind | TimeKind | IntegerKind
  ? number
  : K extends ChoiceKind<infer Name>
    ? Name
    : K extends EnumKind<infer Name>
      ? Name | number
      : string

/** See {@link Int64Kind}. */
export const int64: Int64Kind = { kind: 'int64' }
/** See {@link SignedKind}. */
export const signed: SignedKind = { kind: 'signed' }
/** See {@link DigitsKind}. */
export const digits: DigitsKind = { kind: 'digits' }
/** See {@link RankKind}. */
export const rank: RankKind = { kind: 'rank' }
/** See {@link PageKind}. */
export const page: PageKind = { kind: 'page' }
/** See {@link TextKind}. */
export const text: TextKind = { kind: 'text' }

/** See {@link TimeKind}. */
export const time: TimeKind = { kind: 'time' }
/** See {@link ZoneKind}. */
export const zone: ZoneKind = { kind: 'zone' }
/** See {@link NameKind}. */
export const name: NameKind = { kind: 'name' }

/** Returns the kind of an integer from `min` to `max`. */
export function integer(min: number, max: number): IntegerKind {
  return { kind: 'whole', min, max }
}

/** Returns the kind of one of `names` and nothing else. */
export function choice<const Name extends string>(names: readonly Name[]): ChoiceKind<Name> {
  return { kind: 'choice', names }
}

/** Returns the kind of one of `names` or an int32. */
export function enumOrInt<const Name extends string>(names: readonly Name[]): EnumKind<Name> {
  return { kind: 'enum', names }
}

/** Returns the kind of a list of `min` to `max` items. */
export function list<Item extends ScalarKind>(
  item: Item,
  {
    order = 'given',
    commas = false,
    ...bounds
  }: { min: 0 | 1; max: number; order?: 'given' | 'ascending'; commas?: boolean },
): ListKind<Item> {
  return { kind: 'list', item, ...bounds, order, commas }
}
