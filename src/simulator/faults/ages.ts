import { countArgument, fault, faultWith, MS_MAX, type FaultFamily } from '../fault-kind.ts'

/** Faults in what a 200 says of its age. */
export const AGES: FaultFamily = {
  acts: 'in its age',
  acting: 'first',
  kinds: {
    'clock-ahead': faultWith(
      '`X-Fetched-At` lies MS milliseconds in the future, as from a gateway whose clock runs ahead.',
      countArgument('MS', MS_MAX, '121000'),
      (aheadMs) => ({
        change: (reply) =>
          reply.fetchedAtMs === undefined
            ? reply
            : { ...reply, fetchedAtMs: reply.fetchedAtMs + aheadMs },
      }),
    ),
    'no-fetched-at': fault('There is no `X-Fetched-At`.', {
      change: (reply) => ({ ...reply, fetchedAtMs: undefined }),
    }),
  },
}
