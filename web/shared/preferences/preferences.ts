import { isLanguage, type Language } from '../../../src/platform/language.ts'
import { isRegion, type Region } from '../i18n/regions.ts'
import { THEMES, type Theme } from '../i18n/theme.ts'

/** What every page remembers on this device. */
export interface Preferences {
  /** `undefined`: the language of the browser. */
  readonly lang?: Language | undefined
  readonly theme: Theme
  /** The last region; `undefined` before the first visit. */
  readonly region?: Region | undefined
  /** Id of the last event. */
  readonly event?: string | undefined
  /** The followed ranks, ascending; empty: the default ones. */
  readonly ranks: readonly number[]
  /** Points and points per hour that the reader entered, as text. */
  readonly own: OwnEntry
  /** The favorite players, the latest first. */
  readonly players: readonly FavoritePlayer[]
  /** What the reader wants to hear of, as the bell stores it. */
  readonly bell: string
}

/** A favorite player. An account belongs to one region. */
export interface FavoritePlayer {
  readonly region: Region
  /** The account id. */
  readonly id: string
  /** The name when the player was last seen. */
  readonly name: string
}

/** What the reader entered for one run; forgotten with the next run. */
export interface OwnEntry {
  /** The run, as `region:id@start`. */
  readonly run: string
  readonly points: string
  readonly speed: string
}

/** The preferences of a first visit. */
export const NO_PREFERENCES: Preferences = {
  theme: 'auto',
  ranks: [],
  own: { run: '', points: '', speed: '' },
  players: [],
  bell: '',
}

/** The key in the storage of the browser. */
export const PREFERENCES_KEY = 'backline.preferences'

/** Followed ranks at most. */
export const RANKS_MAX = 8

/** Favorite players at most. */
export const FAVORITES_MAX = 50

/** Characters of the rules of the bell at most. */
export const BELL_MAX = 4_000

/** Characters of an account id and of a player's name at most. */
const PLAYER_MAX = 256

/** Characters of an entered number at most. */
const ENTRY_MAX = 20

/** Parses stored preferences. Ignores what is invalid, as a stored text can be anything. */
export function parsePreferences(text: string | null): Preferences {
  const stored = objectOf(parseJson(text))
  const { lang, theme, region } = stored
  const own = objectOf(stored['own'])
  return {
    ...(typeof lang === 'string' && isLanguage(lang) && { lang }),
    theme: THEMES.find((one) => one === theme) ?? NO_PREFERENCES.theme,
    ...(typeof region === 'string' && isRegion(region) && { region }),
    ...(isEventId(stored['event']) && { event: stored['event'] }),
    ranks: ranksOf(stored['ranks']),
    own: {
      run: entryOf(own['run'], 80),
      points: entryOf(own['points']),
      speed: entryOf(own['speed']),
    },
    players: playersOf(stored['players']),
    bell: entryOf(stored['bell'], BELL_MAX),
  }
}

/** Returns the preferences of this device. */
export function readPreferences(): Preferences {
  try {
    return parsePreferences(localStorage.getItem(PREFERENCES_KEY))
  } catch {
    // Storage is disabled.
    return NO_PREFERENCES
  }
}

/** Stores the preferences; does nothing if storage is disabled or full. */
export function storePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(PREFERENCES_KEY, JSON.stringify(preferences))
  } catch {
    // Storage is disabled or full.
  }
}

/** Returns whether a value is the id of an event. */
export function isEventId(value: unknown): value is string {
  return typeof value === 'string' && /^[1-9][0-9]{0,18}$/.test(value)
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '{}')
  } catch {
    return {}
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)
    : {}
}

function ranksOf(value: unknown): readonly number[] {
  if (!Array.isArray(value)) return []
  const ranks = value.filter(
    (one): one is number => Number.isInteger(one) && one >= 1 && one <= 999_999_999,
  )
  return [...new Set(ranks)].slice(0, RANKS_MAX).toSorted((one, other) => one - other)
}

function playersOf(value: unknown): readonly FavoritePlayer[] {
  if (!Array.isArray(value)) return []
  const players = value.map(objectOf).flatMap(({ region, id, name }) => {
    const isPlayer = typeof region === 'string' && isRegion(region) && entryOf(id) !== ''
    return isPlayer
      ? [{ region, id: entryOf(id, PLAYER_MAX), name: entryOf(name, PLAYER_MAX) }]
      : []
  })
  return [...new Map(players.map((one) => [`${one.region}/${one.id}`, one])).values()].slice(
    0,
    FAVORITES_MAX,
  )
}

function entryOf(value: unknown, max = ENTRY_MAX): string {
  return typeof value === 'string' ? value.slice(0, max) : ''
}
