/**
 * Growth of the points of an event: pairs of a share of the time and the share of the final points
 * reached by then, from [0, 0] to [1, 1], both non-decreasing and linear between pairs. Two pairs
 * at one time are a jump. Shares have at most six decimals, so that each is exact.
 */
export type Curve = readonly (readonly [timeShare: number, pointShare: number])[]

/** An exact share from 0 to 1: `part` of `whole`. */
export interface Share {
  readonly part: bigint
  readonly whole: bigint
}

/** The share 1. */
export const FULL_SHARE: Share = { part: 1n, whole: 1n }

/** Unit of the decimals of a curve. */
const MILLION = 1_000_000n

/**
 * Returns the share of the final points reached after `passedMs` of `lengthMs` (integers, the
 * length positive). Never decreases with time, is 1 from the end on, and is not rounded.
 */
export function shareAt(curve: Curve, passedMs: number, lengthMs: number): Share {
  const length = BigInt(lengthMs)
  const passed = BigInt(Math.max(0, passedMs)) * MILLION
  const next = curve.findIndex(([timeShare]) => millionths(timeShare) * length > passed)
  if (next < 1) return FULL_SHARE
  const [[fromTime, fromPoint], [toTime, toPoint]] = [pairAt(curve, next - 1), pairAt(curve, next)]
  const span = (toTime - fromTime) * length
  return {
    part: fromPoint * span + (toPoint - fromPoint) * (passed - fromTime * length),
    whole: MILLION * span,
  }
}

/** Returns `finalPoint` × `share`, rounded down. Exact for every safe integer. */
export function growPoint(finalPoint: number, { part, whole }: Share): number {
  return part === whole ? finalPoint : Number((BigInt(finalPoint) * part) / whole)
}

/**
 * Returns the problem of a curve as a predicate ("does not go …"); `undefined` when it is valid.
 */
export function curveProblem(curve: unknown): string | undefined {
  if (!Array.isArray(curve) || curve.length < 2 || !curve.every(isPair)) {
    return 'is not a list of two or more pairs of numbers from 0 to 1 with at most six decimals'
  }
  const pairs = curve as Curve
  if (!isAt(pairs[0], 0) || !isAt(pairs.at(-1), 1)) return 'does not go from [0,0] to [1,1]'
  const falls = pairs.some(([time, point], at) => {
    const [timeBefore, pointBefore] = pairs[at - 1] ?? [0, 0]
    return time < timeBefore || point < pointBefore
  })
  return falls ? 'falls: each pair must be at least the one before it in both numbers' : undefined
}

function isPair(pair: unknown): boolean {
  return Array.isArray(pair) && pair.length === 2 && pair.every(isShare)
}

function isShare(share: unknown): boolean {
  return (
    typeof share === 'number' &&
    share >= 0 &&
    share <= 1 &&
    Number(millionths(share)) / Number(MILLION) === share
  )
}

function isAt(pair: readonly [number, number] | undefined, share: number): boolean {
  return pair?.[0] === share && pair[1] === share
}

function pairAt(curve: Curve, at: number): readonly [time: bigint, point: bigint] {
  const [time, point] = curve[at] ?? [1, 1]
  return [millionths(time), millionths(point)]
}

function millionths(share: number): bigint {
  return BigInt(Math.round(share * Number(MILLION)))
}
