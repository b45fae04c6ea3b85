import type { PublicPart } from '../../public-messages.ts'
import { challengesOfRun, type RunChallenge } from '../../../calendar/run-challenges.ts'
import type { MasterEvent } from '../../../calendar/event-facts.ts'
import type { MasterChallenge } from '../../../calendar/master-items.ts'
import type { HistoryStore } from '../../../history-store.ts'
import type { Board } from '../../../../game/board.ts'
import type { GameEvent } from '../../../../game/game-event.ts'
import type { LocalizedText } from '../../../../game/localized-text.ts'
import type { Region } from '../../../../game/region.ts'
import { readMasterItems, type MasterItem } from '../events/read-master-items.ts'

/** The song of a board, and the events to which it belongs. */
export interface SongView {
  /** The id of the song; `undefined` if unknown, and for the board of an event. */
  readonly musicId: string | undefined
  readonly song: MasterItem | undefined
  /** The challenge song of a challenge board, by the id of each event that has it. */
  readonly challenges: ReadonlyMap<string, MasterChallenge>
}

/** The view of a board without a known song. */
const NO_SONG: SongView = { musicId: undefined, song: undefined, challenges: new Map() }

/** Reads the song of a board. */
export async function readSongView(
  store: Pick<HistoryStore, 'facts'>,
  { region, kind, id }: Board,
): Promise<SongView> {
  if (kind === 'event') return NO_SONG
  const challenges = kind === 'challenge' ? await findChallenges(store, region, id) : new Map()
  const [musicId] = kind === 'music' ? [id] : [...challenges.values()].flatMap(songOf)
  if (musicId === undefined) return { ...NO_SONG, challenges }
  const songs = await readMasterItems(store, region, 'music', [musicId])
  return { musicId, song: songs.get(musicId), challenges }
}

/** Finds the events with a challenge song in the operator's data. */
async function findChallenges(
  store: Pick<HistoryStore, 'facts'>,
  region: Region,
  challengeMusicId: string,
): Promise<SongView['challenges']> {
  const facts = await store.facts({ region, kind: 'event', source: 'data' })
  const found = new Map<string, MasterChallenge>()
  for (const { id, content } of facts) {
    const { challenges = [] } = content as MasterEvent
    const challenge = challenges.find((one) => one.challengeMusicId === challengeMusicId)
    if (challenge !== undefined) found.set(id, challenge)
  }
  return found
}

function songOf({ musicId }: MasterChallenge): readonly string[] {
  return musicId === undefined ? [] : [musicId]
}

/** Returns the song of a board as a message; nothing for the board of an event. */
export function describeSong({ musicId, song }: SongView): PublicPart['Song'] {
  if (musicId === undefined) return {}
  return { id: musicId, name: { ...song?.name }, pictureUrl: song?.pictureUrl ?? '' }
}

/** Returns the challenge song of a board in a run as a message; nothing for other boards. */
export function describeChallenge(
  { song, challenges }: SongView,
  run: GameEvent | undefined,
): PublicPart['ChallengeSong'] {
  const challenge = challenges.get(run?.id ?? '')
  if (challenge === undefined || run === undefined) return {}
  const [found] = challengesOfRun(run, [challenge])
  return found === undefined ? {} : describeRunChallenge(found, run.id, song?.name)
}

/** Returns a challenge song of a run as a message. `songName` replaces an unknown name. */
export function describeRunChallenge(
  { challengeMusicId, musicId = '0', name, startsAtMs, endsAtMs }: RunChallenge,
  eventId: string,
  songName: LocalizedText | undefined,
): PublicPart['ChallengeSong'] {
  return {
    challengeMusicId,
    musicId,
    eventId,
    name: { ...(name ?? songName) },
    startsAt: String(startsAtMs),
    endsAt: String(endsAtMs),
    source: 'data',
  }
}
