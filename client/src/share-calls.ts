import { BacklineError } from './backline-error.ts'
import type { Clock } from './clock.ts'

/** How long a caller waits. */
export interface Patience {
  readonly signal: AbortSignal | undefined
  /** By the clock of the client. */
  readonly deadlineAtMs: number
}

/** What work that several callers wait for may know of them. */
export interface Crowd {
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal
  /**
   * Nothing will come before `untilMs`, because of `reason`: whoever cannot wait so long gets it at
   * once.
   */
  readonly announce: (untilMs: number, reason: BacklineError) => void
}

interface Member {
  readonly deadlineAtMs: number
  readonly refuse: (reason: unknown) => void
}

/** Work that goes on for its members. */
interface Flight<Answer> {
  readonly answer: Promise<Answer>
  readonly members: Set<Member>
  /** What was announced last. */
  wait: { readonly untilMs: number; readonly reason: BacklineError } | undefined
  abandon(): void
}

/**
 * Makes one call of equal calls: whoever asks for a key that is being worked on waits for the same
 * answer. Who aborts or runs out of time leaves alone; when the last one leaves, the work is
 * aborted.
 */
export function createShareCalls<Answer>(
  clock: Clock,
  work: (key: string, crowd: Crowd) => Promise<Answer>,
): (key: string, patience: Patience) => Promise<Answer> {
  const flights = new Map<string, Flight<Answer>>()

  const begin = (key: string): Flight<Answer> => {
    const controller = new AbortController()
    const flight: Flight<Answer> = {
      members: new Set(),
      wait: undefined,
      abandon: () => {
        if (flights.get(key) === flight) flights.delete(key)
        controller.abort()
      },
      // A turn later, when everything is in its place.
      answer: Promise.resolve().then(() =>
        work(key, {
          signal: controller.signal,
          announce: (untilMs, reason) => {
            flight.wait = { untilMs, reason }
            for (const member of flight.members) warn(flight, member)
          },
        }),
      ),
    }
    flights.set(key, flight)
    return flight
  }

  const warn = ({ wait }: Flight<Answer>, { deadlineAtMs, refuse }: Member) => {
    if (wait === undefined || wait.untilMs <= clock.nowMs()) return
    if (wait.untilMs > deadlineAtMs) refuse(wait.reason)
  }

  return (key, { signal, deadlineAtMs }) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason as Error)
      const flight = flights.get(key) ?? begin(key)
      const { members, answer } = flight
      const leave = () => {
        cancel()
        signal?.removeEventListener('abort', onAbort)
        if (members.delete(member) && members.size === 0) flight.abandon()
      }
      const refuse = (reason: unknown) => {
        leave()
        reject(reason)
      }
      const member: Member = { deadlineAtMs, refuse }
      const onAbort = () => refuse(signal?.reason)
      const cancel = clock.after(Math.max(0, deadlineAtMs - clock.nowMs()), () =>
        refuse(new BacklineError('deadline_exceeded', 'There was no answer before the deadline.')),
      )
      signal?.addEventListener('abort', onAbort)
      members.add(member)
      answer.then(resolve, refuse).finally(leave)
      warn(flight, member)
    })
}
