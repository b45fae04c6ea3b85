import { DAY_MS } from '../domain/time-units.ts'
import type { SimulatedReply } from './simulated-reply.ts'

/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** A whole number from `min` to `max`, both included; at most 2³² apart. */
  integer(min: number, max: number): number
}

/** What a fault does to a call that it hits. */
export interface Effect {
  /** Milliseconds that pass before anything is sent. */
  delayMs?(random: Random): number
  /** What is sent in the place of `reply`. */
  change?(reply: SimulatedReply, random: Random): SimulatedReply
}

/** What may stand behind the `=` of a fault. */
export interface FaultArgument<Value> {
  /** How it is written, for people, such as `MS`. */
  readonly form: string
  /** What stands for it when it is left out; without one it must be given. */
  readonly fallback?: string
  /** Reads its text; throws an {@link ArgumentProblem}. */
  read(text: string): Value
}

/** One way to go wrong. */
export interface FaultKind {
  /** What it does, for people: one sentence. */
  readonly summary: string
  /** Its argument, where it takes one. */
  readonly argument: FaultArgument<unknown> | undefined
  /** Makes what it does; throws an {@link ArgumentProblem}. The text is empty where it takes no argument. */
  prepare(argument: string): Effect
}

/** Faults that act on the same part of an answer. */
export interface FaultFamily {
  /** The part that they act on, for people. */
  readonly acts: string
  /** Whether only the first fault of the family that hits a call acts on it, or each does. */
  readonly acting: 'first' | 'all'
  readonly kinds: Readonly<Record<string, FaultKind>>
}

/** An argument that cannot be read. Its message says what it must be. */
export class ArgumentProblem extends Error {
  override readonly name = 'ArgumentProblem'
}

/** Declares a fault without an argument. */
export function fault(summary: string, effect: Effect): FaultKind {
  return { summary, argument: undefined, prepare: () => effect }
}

/** Declares a fault with an argument; `effectOf` makes what it does from the argument's value. */
export function faultWith<Value>(
  summary: string,
  argument: FaultArgument<Value>,
  effectOf: (value: Value) => Effect,
): FaultKind {
  return { summary, argument, prepare: (text) => effectOf(argument.read(text)) }
}

/** An argument that is a whole number from 1 to `max`. */
export function countArgument(form: string, max: number, fallback: string): FaultArgument<number> {
  return {
    form,
    fallback,
    read: (text) => {
      const count = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN
      if (count >= 1 && count <= max) return count
      throw new ArgumentProblem(`it takes ${form} as a whole number from 1 to ${max}`)
    },
  }
}

/** The most milliseconds that any fault takes: a day. */
export const MS_MAX = DAY_MS
