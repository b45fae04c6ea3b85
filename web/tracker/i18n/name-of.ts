import { textFor } from '../../../src/game/localized-text.ts'
import type { GameRun } from '../data/parse-message.ts'
import type { Subject } from '../data/subject.ts'
import type { PageProps } from '../view/page.ts'

/** The reader's language. */
type Reader = Pick<PageProps, 'messages' | 'lang'>

/** Returns the name of a board. */
export function nameOf({ region, kind, id, run, song }: Subject, reader: Reader): string {
  const { messages, lang } = reader
  if (kind === 'event') {
    return run === undefined ? messages.eventNamed(id) : nameOfRun(run, reader)
  }
  const unnamed = kind === 'music' ? messages.songNamed : messages.challengeNamed
  return textFor(song?.names, lang, region)?.text ?? unnamed(id)
}

/** Returns the name of a run, or its id if it has none. */
export function nameOfRun(
  { id, names, region }: Pick<GameRun, 'id' | 'names' | 'region'>,
  { messages, lang }: Reader,
): string {
  return textFor(names, lang, region)?.text ?? messages.eventNamed(id)
}
