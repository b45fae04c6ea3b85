import type { OperationId } from '../game/operations.ts'
import type { Region } from '../game/region.ts'
import { FAULT_FAMILIES } from './fault-families.ts'
import type { Random } from './fault-kind.ts'
import type { Fault } from './parse-fault.ts'

/** Creates a random source; sources of different streams are independent. */
export type RandomOf = (stream: string) => Random

/** A fault that applies to one call, with its random source. */
export interface Hit {
  readonly fault: Fault
  readonly random: Random
}

/**
 * Returns the faults of the next call of an operation in a region, in the order in which they
 * apply.
 */
export type FaultPlan = (region: Region, operation: OperationId) => readonly Hit[]

/**
 * Creates the plan of a list of faults. Each fault draws its own random numbers for the n-th call
 * of each operation in each region, so the outcome does not depend on other faults, on other calls
 * or on timing.
 */
export function createFaultPlan(faults: readonly Fault[], randomOf: RandomOf): FaultPlan {
  const calls = new Map<string, number>()
  return (region, operation) => {
    const place = `${region}/${operation}`
    const call = (calls.get(place) ?? 0) + 1
    calls.set(place, call)
    const hits = faults.flatMap((fault, at): Hit[] => {
      if (!isAt(fault, region, operation)) return []
      const copy = faults.slice(0, at).filter(({ text }) => text === fault.text).length
      const random = randomOf(`${fault.text}/${copy}/${place}/${call}`)
      return isHit(fault.rate, random) ? [{ fault, random }] : []
    })
    return inOrder(hits)
  }
}

function isAt({ regions, operations }: Fault, region: Region, operation: OperationId): boolean {
  return (
    (regions.length === 0 || regions.includes(region)) &&
    (operations.length === 0 || operations.includes(operation))
  )
}

function isHit(rate: number, random: Random): boolean {
  return random.integer(0, 2 ** 32 - 1) / 2 ** 32 < rate
}

function inOrder(hits: readonly Hit[]): readonly Hit[] {
  return FAULT_FAMILIES.flatMap(({ kinds, applied: acting }) => {
    const ours = hits.filter(({ fault: { name } }) => Object.hasOwn(kinds, name))
    return acting === 'first' ? ours.slice(0, 1) : ours
  })
}
