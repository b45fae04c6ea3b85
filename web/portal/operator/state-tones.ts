import type { BadgeTone } from '../../shared/components/badge.tsx'

/** Tones of the states of developers, keys and gateways. */
const TONES: Readonly<Record<string, BadgeTone>> = {
  active: 'good',
  answering: 'good',
  waiting: 'warn',
  expiring: 'warn',
  overlap: 'warn',
  suspended: 'bad',
  failing: 'bad',
  cut_off: 'bad',
}

/** Returns the tone of a state; plain for one that is over or unknown. */
export function stateTone(state: string): BadgeTone {
  return TONES[state] ?? 'plain'
}
