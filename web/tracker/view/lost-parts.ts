import type { View } from './view.ts'

/**
 * A part of a link that could not be followed: its parameter, and its value; an empty text for a
 * value that is no id, because the page repeats no sentence that the author of a link chose.
 */
export interface LostPart {
  readonly name: LinkParameter
  readonly value: string
}

/** The parameters of links that are told of. */
const PARAMETERS = [
  'region',
  'event',
  'startsAt',
  'ranks',
  'range',
  'from',
  'until',
  'show',
  'scale',
  'rank',
  'with',
  'tab',
  'board',
  'player',
  'at',
  'lang',
  'theme',
] as const

/** One of the parameters of links. */
export type LinkParameter = (typeof PARAMETERS)[number]

/** Values that a link can have without showing anything in particular. */
const USUAL: Readonly<Partial<Record<LinkParameter, string>>> = {
  range: 'all',
  show: 'points',
  scale: 'linear',
  tab: 'event',
}

/** Values that are told. */
const ID = /^[a-z0-9_:-]{1,24}$/i

/** Maximum parts. */
const PARTS_MAX = 8

/**
 * Returns the parts of a link that its view lacks. `written` is the link that the view would be
 * written as.
 */
export function lostParts(
  query: URLSearchParams,
  { region, ranks }: Pick<View, 'region' | 'ranks'>,
  written: URLSearchParams,
): readonly LostPart[] {
  return PARAMETERS.flatMap((name) =>
    query
      .getAll(name)
      .flatMap((value) => (name === 'ranks' ? value.split(',') : [value]))
      .filter((value) => {
        if (value === '' || value === USUAL[name]) return false
        if (name === 'region') return value !== region
        if (name === 'ranks') return !ranks.includes(Number(value))
        return !written.getAll(name).includes(plain(value))
      })
      .map((value) => ({ name, value: ID.test(value) ? value : '' })),
  ).slice(0, PARTS_MAX)
}

/** Returns a number without leading zeros, as a link is written. */
function plain(value: string): string {
  return /^[0-9]+$/.test(value) ? value.replace(/^0+(?=.)/, '') : value
}
