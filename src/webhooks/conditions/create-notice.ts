import { createHash } from 'node:crypto'
import type { GameEvent } from '../../game/game-event.ts'
import type { Board } from '../../game/board.ts'
import type { MessageType } from '../condition.ts'
import type { Notice } from '../outbox.ts'

/** Characters of the hash in a message id. */
const ID_LENGTH = 27

/** What a notice is made from. */
export interface NoticeDraft {
  readonly type: MessageType
  /** Identifies the happening among those of its type. */
  readonly key: readonly (string | number)[]
  /** When it happened, in Unix milliseconds. */
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

/** Returns a run of an event as messages have it: times are Unix milliseconds in strings. */
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

/** Returns a board as messages have it. */
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
