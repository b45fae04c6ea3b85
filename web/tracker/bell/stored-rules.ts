import { BELL_MAX } from '../../shared/preferences/preferences.ts'
import { isBellRule, RULES_MAX, type BellRule } from './bell-rules.ts'

/** The rules of a run. */
export interface RunRules {
  /** The run, as `region:id@start`. */
  readonly run: string
  /** End of the run in Unix milliseconds: nothing is told after it. */
  readonly untilMs: number
  readonly rules: readonly BellRule[]
}

/** Parses stored rules. Ignores what is invalid, as a stored text can be anything. */
export function parseStoredRules(text: string): readonly RunRules[] {
  const stored = parseList(text)
  return stored.flatMap((one) => {
    const [run, untilMs, rules] = Array.isArray(one) ? (one as readonly unknown[]) : []
    if (typeof run !== 'string' || typeof untilMs !== 'number' || !Array.isArray(rules)) return []
    return [{ run, untilMs, rules: rules.filter(isBellRule).slice(0, RULES_MAX) }]
  })
}

/** Returns the stored rules of a run. */
export function rulesOfRun(text: string, run: string): readonly BellRule[] {
  return parseStoredRules(text).find((one) => one.run === run)?.rules ?? []
}

/**
 * Returns the text to store after the rules of a run changed: without runs that have ended at
 * `nowMs` (Unix ms) or have no rules, and at most {@link BELL_MAX} characters of the latest.
 */
export function withRunRules(text: string, changed: RunRules, nowMs: number): string {
  const others = parseStoredRules(text).filter(({ run }) => run !== changed.run)
  let kept = [...others, changed].filter(
    ({ rules, untilMs }) => rules.length > 0 && untilMs > nowMs,
  )
  const render = () => JSON.stringify(kept.map(({ run, untilMs, rules }) => [run, untilMs, rules]))
  while (render().length > BELL_MAX) kept = kept.slice(1)
  return kept.length === 0 ? '' : render()
}

function parseList(text: string): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(text === '' ? '[]' : text)
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}
