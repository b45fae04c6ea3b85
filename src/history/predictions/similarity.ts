import { DAY_MS } from '../../platform/time/time-units.ts'
import type { AlignedRun } from './align-runs.ts'
import { median } from './statistics.ts'

/** Days after which an earlier run counts half: games and their players change. */
const HALF_LIFE_DAYS = 180

/** How fast the weight falls with the difference of the paths. */
const PATH_POWER = 3

/** Returns the weight of one run for predicting another; positive. */
export type Similarity = (one: AlignedRun, other: AlignedRun) => number

/**
 * Creates the similarity of aligned runs: near in time, of similar length, and with a similar path
 * so far, which tells the kinds of events apart.
 */
export function createSimilarity(runs: readonly AlignedRun[]): Similarity {
  const distances = runs.flatMap((run, at) =>
    runs.slice(0, at).map((other) => pathDistance(run, other)),
  )
  const usual = median(distances.filter((distance) => distance > 0))
  return (one, other) => {
    const days = Math.abs(one.startsAtMs - other.startsAtMs) / DAY_MS
    const lengths = Math.abs(Math.log(one.length / other.length))
    const distance = pathDistance(one, other)
    const near = distance > 0 ? (usual / (usual + distance)) ** PATH_POWER : 1
    return 2 ** (-days / HALF_LIFE_DAYS) * Math.exp(-lengths) * near
  }
}

/** Returns the mean square difference of two paths where both are known; 0 without any. */
function pathDistance({ path }: AlignedRun, { path: other }: AlignedRun): number {
  let [sum, count] = [0, 0]
  for (let at = 0; at < path.length; at += 1) {
    const difference = (path[at] ?? 0) - (other[at] ?? 0)
    // Without points yet, or where they are unknown, a logarithm is not finite.
    if (!Number.isFinite(difference)) continue
    sum += difference * difference
    count += 1
  }
  return count === 0 ? 0 : sum / count
}
