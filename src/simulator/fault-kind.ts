import { DAY_MS } from '../platform/time/time-units.ts'
import type { SimulatedReply } from './simulated-reply.ts'

/** Seeded pseudorandom numbers. */
export interface Random {
  /** Returns an integer from `min` to `max`, both included; the range is at most 2³². */
  integer(min: number, max: number): number
}

/** Effect of a fault on a call. */
export interface Effect {
  /** Milliseconds before anything is sent. */
  delayMs?(random: Random): number
  /** Returns the reply that replaces `reply`. */
  change?(reply: SimulatedReply, random: Random): SimulatedReply
}

/** Argument of a fault, after the `=`. */
export interface FaultArgument<Value> {
  /** Placeholder in usage texts, such as `MS`. */
  readonly form: string
  /** Default value; without one, the argument is required. */
  readonly fallback?: string
  /** Parses the argument. Throws an {@link ArgumentProblem}. */
  read(text: string): Value
}

/** One kind of fault. */
export interface FaultKind {
  /** Description in one sentence. */
  readonly summary: string
  /** Argument, if it accepts one. */
  readonly argument: FaultArgument<unknown> | undefined
  /**
   * Creates the effect. Throws an {@link ArgumentProblem}. The text is empty for a fault without an
   * argument.
   */
  prepare(argument: string): Effect
}

/** Faults that apply to the same part of a response. */
export interface FaultFamily {
  /** The affected part, for the documentation. */
  readonly affects: string
  /** Whether only the first matching fault of the family applies to a call, or each does. */
  readonly applied: 'first' | 'all'
  readonly kinds: Readonly<Record<string, FaultKind>>
}

/** An invalid argument. The message says what is required. */
export class ArgumentProblem extends Error {
  override readonly name = 'ArgumentProblem'
}

/** Declares a fault without an argument. */
export function fault(summary: string, effect: Effect): FaultKind {
  return { summary, argument: undefined, prepare: () => effect }
}

/** Declares a fault with an argument; `effectOf` creates the effect from its value. */
export function faultWith<Value>(
  summary: string,
  argument: FaultArgument<Value>,
  effectOf: (value: Value) => Effect,
): FaultKind {
  return { summary, argument, prepare: (text) => effectOf(argument.read(text)) }
}

/** Declares an integer argument from 1 to `max`. */
export function countArgument(form: string, max: number, fallback: string): FaultArgument<number> {
  return {
    form,
    fallback,
    read: (text) => {
      const count = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN
      if (count >= 1 && count <= max) return count
      throw new ArgumentProblem(`${form} must be an integer from 1 to ${max}`)
    },
  }
}

/** Maximum milliseconds of a fault argument: a day. */
export const MS_MAX = DAY_MS
