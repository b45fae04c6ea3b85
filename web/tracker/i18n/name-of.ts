import { textFor } from '../../../src/game/localized-text.ts'
import type { GameRun } from '../data/parse-message.ts'
import type { Subject } from '../data/subject.ts'
import type { PageProps } from '../view/page.ts'

/** The reader's language. */
type Reader = Pick<PageProps, 'messages' | 'lang'>

/** Returns the name of a board. */
export function nameOf({ kind, id, run }: Subject, reader: Reader): string {
  const { messages } = reader
  if (kind === 'music') return messages.songNamed(id)
  if (kind === 'challenge') return messages.challengeNamed(id)
  return run === undefined ? messages.eventNamed(id) : nameOfRun(run, reader)
}

/** Returns the name of a run, or its id if it has none. */
export function nameOfRun(
  { id, names, region }: Pick<GameRun, 'id' | 'names' | 'region'>,
  { messages, lang }: Reader,
): string {
  return textFor(names, lang, region)?.text ?? messages.eventNamed(id)
}
