import type { Label } from '../platform/telemetry/metrics/family.ts'
import { BOARD_KINDS } from './board.ts'
import { REGIONS } from './region.ts'

/** The label `region`. */
export const REGION: Label = { kind: 'region', values: REGIONS }

/** The label `kind` of a board. */
export const BOARD: Label = { kind: 'board', values: BOARD_KINDS }
