import type { OperationId } from '../contract/operations.ts'
import type { Region } from '../domain/region.ts'
import { FAULT_FAMILIES } from './fault-families.ts'
import type { Random } from './fault-kind.ts'
import type { Fault } from './parse-fault.ts'

/** Starts a source of numbers; sources of different streams have nothing to do with each other. */
export type RandomOf = (stream: string) => Random

/** A fault that acts on one call, with the numbers that it draws from. */
export interface Hit {
  readonly fault: Fault
  readonly random: Random
}

/** Says which faults act on the next call of an operation in a region, in the order in which they act. */
export type FaultPlan = (region: Region, operation: OperationId) => readonly Hit[]

/**
 * Makes the plan of a list of faults. Each fault throws its own dice for the n-th call of each operation in each region:
 * what happens does not depend on other faults, nor on calls elsewhere, nor on how long anything takes.
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
  return FAULT_FAMILIES.flatMap(({ kinds, acting }) => {
    const ours = hits.filter(({ fault: { name } }) => Object.hasOwn(kinds, name))
    return acting === 'first' ? ours.slice(0, 1) : ours
  })
}
