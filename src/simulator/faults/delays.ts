import { ArgumentProblem, faultWith, MS_MAX, type FaultFamily, type Random } from '../fault-kind.ts'

/** Maximum multiple of the median in the heavy tail. */
const TAIL_MAX = 100

/**
 * Shape of the tail (Pareto): one call in a hundred takes 14 times the median, one in a thousand 63
 * times.
 */
const TAIL_SHAPE = 1.5

/** Delays before anything is sent. */
export const DELAYS: FaultFamily = {
  affects: 'delay',
  applied: 'first',
  kinds: {
    latency: faultWith(
      'Delays the response by MS milliseconds; by a random time from MIN to MAX; or with a heavy tail around the median ' +
        'MS, where one call in a hundred takes 14 times the median.',
      { form: 'MS, MIN-MAX or tail-MS', read: readDistribution },
      (delayMs) => ({ delayMs }),
    ),
  },
}

function readDistribution(text: string): (random: Random) => number {
  const [, tail, first = '', last = first] =
    /^(tail-)?([0-9]{1,8})(?:-([0-9]{1,8}))?$/.exec(text) ?? []
  const [min, max] = [Number(first), Number(last)]
  const isRange = first !== '' && min <= max && max <= MS_MAX
  if (!isRange || (tail !== undefined && first !== last)) {
    throw new ArgumentProblem(
      `the delay must be milliseconds up to ${MS_MAX}: 50 for a fixed one, 20-80 for a range, tail-50 for a heavy tail`,
    )
  }
  if (tail === undefined) return (random) => random.integer(min, max)
  return (random) => {
    const rest = (random.integer(0, 999_999) + 1) / 1_000_000
    return Math.round(min * Math.min(TAIL_MAX, (2 * rest) ** (-1 / TAIL_SHAPE)))
  }
}
