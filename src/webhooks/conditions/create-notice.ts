import { createHash } from 'node:crypto'
import type { GameEvent } from '../../game/game-event.ts'
import type { Board } from '../../game/board.ts'
import type { MessageType } from './condition.ts'
import type { Notice } from '../outbox.ts'

/** Characters of the hash in a message id. */
const ID_LENGTH = 27

/** Input of {@link createNotice}. */
export interface NoticeDraft {
  readonly type: MessageType
  /** Identifies the occurrence among those of its type. */
  readonly key: readonly (string | number)[]
  /** Time of the occurrence in Unix milliseconds. */
  readonly atMs: number
  readonly data: Readonly<Record<string, unknown>>
  readonly webhookIds: readonly string[]
}

/** Creates a notice. Its id depends on type and key only, so that it is stored once. */
export function createNotice({ type, key, atMs, data, webhookIds }: NoticeDraft): Notice {
  const hash = createHash('sha256')
    .update(JSON.stringify([type, ...key]))
    .digest('base64url')
  return {
    messageId: `msg_${hash.slice(0, ID_LENGTH)}`,
    content: { type, timestamp: new Date(atMs).toISOString(), data },
    webhookIds: [...new Set(webhookIds)],
  }
}

/** Returns the fields of an event run in messages: times are Unix milliseconds as strings. */
export function eventData({ region, id, name, startsAtMs, endsAtMs }: GameEvent) {
  return {
    region,
    event: {
      id,
      ...(name !== undefined && { name }),
      startsAt: String(startsAtMs),
      endsAt: String(endsAtMs),
    },
  }
}

/** Returns the fields of a board in messages. */
export function boardData({ kind, id }: Board) {
  return { kind, id }
}

/** Groups the webhooks of matches by a value of their condition. */
export function webhooksBy<Match extends { readonly webhookId: string }, Value>(
  matches: readonly Match[],
  valueOf: (match: Match) => Value,
): ReadonlyMap<Value, readonly string[]> {
  const groups = Map.groupBy(matches, valueOf)
  return new Map([...groups].map(([value, some]) => [value, some.map((one) => one.webhookId)]))
}
