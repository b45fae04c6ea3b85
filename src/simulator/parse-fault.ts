import { OPERATION_IDS, type OperationId } from '../game/operations.ts'
import { isRegion, REGIONS, type Region } from '../game/region.ts'
import { FAULT_KINDS, faultForm } from './fault-families.ts'
import { ArgumentProblem, type Effect } from './fault-kind.ts'

/** A parsed fault: its kind, its targets and its rate. */
export interface Fault {
  /** Original text. */
  readonly text: string
  readonly name: string
  /** Name with argument, as used in the counters. */
  readonly label: string
  readonly effect: Effect
  /** All when empty. */
  readonly regions: readonly Region[]
  /** All when empty. */
  readonly operations: readonly OperationId[]
  /** Share of affected calls, 0 to 1. */
  readonly rate: number
}

/** An invalid fault. The message says what is wrong and lists the valid ones. */
export class FaultProblem extends Error {
  override readonly name = 'FaultProblem'
}

const GRAMMAR =
  /^(?<name>[^=:@]+)(?:=(?<argument>[^:@]*))?(?::(?<targets>[^@]*))?(?:@(?<rate>.*))?$/
const RATE = /^(?:0?\.[0-9]{1,9}|0|1(?:\.0{1,9})?)$/

/**
 * Parses `name[=argument][:targets][@rate]`: targets are comma-separated regions and operations
 * (all by default), and the rate is the share of their calls that is affected (1 by default).
 * Throws a {@link FaultProblem}.
 */
export function parseFault(text: string): Fault {
  const groups = GRAMMAR.exec(text)?.groups
  if (groups === undefined) {
    throw problem(text, 'the form is name[=argument][:targets][@rate]')
  }
  const { name = '', argument, targets, rate } = groups
  return {
    text,
    name,
    label: argument === undefined ? name : `${name}=${argument}`,
    effect: readEffect(text, name, argument),
    ...readTargets(text, targets),
    rate: readRate(text, rate),
  }
}

/** Parses an untrusted list of faults. Throws a {@link FaultProblem}. */
export function parseFaults(list: unknown): readonly Fault[] {
  if (!Array.isArray(list) || !list.every((text) => typeof text === 'string')) {
    throw new FaultProblem('Faults must be a JSON array of strings, such as ["reset@0.1"].')
  }
  return list.map(parseFault)
}

function readEffect(text: string, name: string, argument: string | undefined): Effect {
  const kind = Object.hasOwn(FAULT_KINDS, name) ? FAULT_KINDS[name] : undefined
  if (kind === undefined) {
    const forms = Object.entries(FAULT_KINDS).map(([known, { argument: takes }]) =>
      faultForm(known, takes),
    )
    throw problem(text, `unknown fault "${name}". Known faults: ${forms.join(', ')}`)
  }
  if (kind.argument === undefined && argument !== undefined) {
    throw problem(text, `${name} takes no argument`)
  }
  const given = argument ?? kind.argument?.fallback
  if (kind.argument !== undefined && given === undefined) {
    throw problem(text, `${name} needs an argument: ${faultForm(name, kind.argument)}`)
  }
  try {
    return kind.prepare(given ?? '')
  } catch (error) {
    if (error instanceof ArgumentProblem) throw problem(text, error.message)
    throw error
  }
}

function readTargets(text: string, targets: string | undefined) {
  const names = targets?.split(',') ?? []
  const regions = names.filter(isRegion)
  const operations = names.filter(isOperation)
  const unknown = names.find((name) => !isRegion(name) && !isOperation(name))
  if (unknown === undefined) return { regions, operations }
  throw problem(
    text,
    `"${unknown}" is neither a region nor an operation. Known: ${[...REGIONS, ...OPERATION_IDS].join(', ')}`,
  )
}

function readRate(text: string, rate: string | undefined): number {
  if (rate === undefined) return 1
  if (RATE.test(rate)) return Number(rate)
  throw problem(text, 'the rate after @ must be a number from 0 to 1, such as 0.1')
}

function isOperation(name: string): name is OperationId {
  return (OPERATION_IDS as readonly string[]).includes(name)
}

function problem(text: string, what: string): FaultProblem {
  return new FaultProblem(`Invalid fault "${text}": ${what}.`)
}
