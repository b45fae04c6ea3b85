import type { GameRun } from '../data/read-message.ts'
import type { Subject } from '../data/subject.ts'
import type { Texts } from '../texts/en.ts'

/** What a board is called. */
export function nameOf({ kind, id, run }: Subject, texts: Texts): string {
  if (kind === 'music') return texts.songNamed(id)
  if (kind === 'challenge') return texts.challengeNamed(id)
  return run === undefined ? texts.eventNamed(id) : nameOfRun(run, texts)
}

/** What a run is called; its id where nobody has said a name. */
export function nameOfRun({ id, name }: Pick<GameRun, 'id' | 'name'>, texts: Texts): string {
  return name === '' ? texts.eventNamed(id) : name
}
