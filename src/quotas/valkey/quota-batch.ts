import { ServerError, type Answer } from '../../platform/valkey/valkey-connection.ts'
import { QUOTA_NAMES, type QuotaLimits, type QuotaName } from '../quota.ts'
import { incrementWindow } from '../quota-window.ts'
import type { QuotaSnapshot } from './quota-snapshots.ts'

/** The caller's high-water marks: counts it has seen before. */
export interface HighWaterMarks extends Pick<QuotaSnapshot, 'minute' | 'day'> {
  /** Leases of the developer that the caller holds. */
  readonly own: number
}

/** State of a developer from the store. `raised` is whether the store knew less than the caller. */
export interface Counted extends QuotaSnapshot {
  readonly raised: boolean
}

/** Decision of the store. */
export interface Admitted extends Counted {
  /** The exceeded limits; empty when the attempt is admitted. */
  readonly violated: readonly QuotaName[]
}

/** One attempt at admission. */
export interface BatchAttempt {
  readonly leaseId: string
  /**
   * Whether an earlier attempt with this lease had no reply; a rejection then also cancels the
   * lease.
   */
  readonly isRepeated: boolean
}

/** One developer's part of a batch: the releases, then the attempts in order. */
export interface BatchPart {
  readonly developerId: string
  readonly releases: readonly string[]
  readonly attempts: readonly BatchAttempt[]
  readonly limits: QuotaLimits
  readonly highWaterMarks: HighWaterMarks
}

/**
 * Outcome of a part: the decisions on its attempts in order, or `undefined`, with nothing but the
 * releases done, when the store's generation differs, or the error of this part alone.
 */
export type PartOutcome = readonly Admitted[] | undefined | ServerError

/** Exceeded limits by the mask of a reply: their bits, or 8 for an admission without a charge. */
const VIOLATED: readonly (readonly QuotaName[])[] = Array.from({ length: 9 }, (_, mask) =>
  QUOTA_NAMES.filter((_name, bit) => mask < 8 && (mask & (1 << bit)) !== 0),
)

/** Returns a part's arguments of the `admit` script. */
export function partArgs(part: BatchPart): string[] {
  const { releases, attempts, limits, highWaterMarks } = part
  const args = [String(releases.length), String(attempts.length), ...releases]
  if (attempts.length === 0) return args
  const isAnyRepeated = attempts.some(({ isRepeated }) => isRepeated)
  const repeated = isAnyRepeated
    ? attempts.map(({ isRepeated }) => (isRepeated ? '1' : '0')).join('')
    : ''
  args.push(...markArgs(highWaterMarks))
  for (const name of QUOTA_NAMES) args.push(String(limits[name]))
  args.push(repeated)
  for (const { leaseId } of attempts) args.push(leaseId)
  return args
}

/** Returns the five arguments of high-water marks. */
export function markArgs({ minute, day, own }: HighWaterMarks): string[] {
  return [minute.index, minute.count, day.index, day.count, own].map(String)
}

/**
 * Returns the outcomes of the parts, or `undefined` when the reply cannot belong to the batch: it
 * repeats another token, or its numbers are not those of its checksum.
 */
export function readBatchReply(
  reply: Answer,
  parts: readonly BatchPart[],
  token: string,
): readonly PartOutcome[] | undefined {
  const words = ReplyWords.of(reply, token)
  if (words === undefined) return undefined
  const nowMs = words.number()
  const outcomes = parts.map((part) => outcomeOf(part, words, nowMs))
  return words.endsWithSum() ? outcomes : undefined
}

/** Returns the state in the reply of a script for one developer, or `undefined` as above. */
export function readStateReply(reply: Answer, token: string): Counted | undefined {
  const words = ReplyWords.of(reply, token)
  if (words === undefined) return undefined
  const nowMs = words.number()
  const state = stateOf(words.number(0, 1), words, nowMs)
  return words.endsWithSum() ? state : undefined
}

/** Reads the words of a reply one by one, and adds up the numbers. */
class ReplyWords {
  readonly #words: readonly Answer[]
  #at = 0
  #sum = 0
  #isValid = true

  private constructor(words: readonly Answer[]) {
    this.#words = words
  }

  /** Returns the words before the token, or `undefined` when the reply ends in no such token. */
  static of(reply: Answer, token: string): ReplyWords | undefined {
    return Array.isArray(reply) && reply.at(-1) === token ? new ReplyWords(reply) : undefined
  }

  /** Returns the next number; 0 when it is none between the bounds. */
  number(low: number = -Infinity, high: number = Infinity): number {
    const word = this.#words[this.#at]
    this.#at += 1
    if (!Number.isSafeInteger(word) || Number(word) < low || Number(word) > high) {
      this.#isValid = false
      return 0
    }
    this.#sum += Number(word)
    return Number(word)
  }

  text(): string {
    const word = this.#words[this.#at]
    this.#at += 1
    if (typeof word === 'string') return word
    this.#isValid = false
    return ''
  }

  /** Returns whether only the sum of the numbers and the token are left. */
  endsWithSum(): boolean {
    const isEnd = this.#at === this.#words.length - 2
    return this.#isValid && isEnd && this.#words[this.#at] === this.#sum
  }
}

function outcomeOf(part: BatchPart, words: ReplyWords, nowMs: number): PartOutcome {
  const first = words.number(-2, 1)
  if (first === -1) return new ServerError(words.text())
  if (part.attempts.length === 0) return []
  if (first === -2) return undefined
  let state = stateOf(first, words, nowMs)
  return part.attempts.map(() => {
    const mask = words.number(0, VIOLATED.length - 1)
    if (mask === 0) state = chargedState(state)
    const { minute, day, leases, raised } = state
    return { nowMs, minute, day, leases, raised, violated: VIOLATED[mask] ?? QUOTA_NAMES }
  })
}

function stateOf(raised: number, words: ReplyWords, nowMs: number): Counted {
  const [minuteIndex, minuteCount] = [words.number(), words.number()]
  const [dayIndex, dayCount] = [words.number(), words.number()]
  return {
    nowMs,
    minute: { index: minuteIndex, count: minuteCount },
    day: { index: dayIndex, count: dayCount },
    leases: words.number(),
    raised: raised === 1,
  }
}

function chargedState({ nowMs, minute, day, leases, raised }: Counted): Counted {
  return {
    nowMs,
    minute: incrementWindow(minute),
    day: incrementWindow(day),
    leases: leases + 1,
    raised,
  }
}
