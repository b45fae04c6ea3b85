import type { GameRun } from '../data/parse-message.ts'
import type { Subject } from '../data/subject.ts'
import type { Messages } from '../messages/en.ts'

/** Returns the name of a board. */
export function nameOf({ kind, id, run }: Subject, messages: Messages): string {
  if (kind === 'music') return messages.songNamed(id)
  if (kind === 'challenge') return messages.challengeNamed(id)
  return run === undefined ? messages.eventNamed(id) : nameOfRun(run, messages)
}

/** Returns the name of a run, or its id if it has none. */
export function nameOfRun({ id, name }: Pick<GameRun, 'id' | 'name'>, messages: Messages): string {
  return name === '' ? messages.eventNamed(id) : name
}
