import { countArgument, fault, faultWith, MS_MAX, type FaultFamily } from '../fault-kind.ts'

/** Faults in the fetch time of a 200 response. */
export const AGES: FaultFamily = {
  affects: 'fetch time',
  applied: 'first',
  kinds: {
    'clock-ahead': faultWith(
      '`X-Fetched-At` is MS milliseconds in the future, as from a gateway with a fast clock.',
      countArgument('MS', MS_MAX, '121000'),
      (aheadMs) => ({
        change: (reply) =>
          reply.fetchedAtMs === undefined
            ? reply
            : { ...reply, fetchedAtMs: reply.fetchedAtMs + aheadMs },
      }),
    ),
    'no-fetched-at': fault('`X-Fetched-At` is missing.', {
      change: (reply) => ({ ...reply, fetchedAtMs: undefined }),
    }),
  },
}
