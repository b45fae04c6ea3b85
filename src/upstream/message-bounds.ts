import type { OperationDeclaration } from '../game/game-operation.ts'
import { OPERATIONS, type OperationId } from '../game/operations.ts'
import type { GatewayCall } from '../game/gateway.ts'

const MIB = 1_048_576

/** Bound for an image, which is not parsed. */
const IMAGE_BYTES = 8 * MIB

/** Bounds for any other message; parsing and normalizing one takes about 20 ms at most. */
const BYTES = MIB
const VALUES = 50_000

/**
 * Additional bounds per rank of a window: a row has about 1.2 kB and 80 values, and may have
 * unknown fields.
 */
const RANK_BYTES = 2_048
const RANK_VALUES = 160

/** Size limits of a message, compressed and decompressed. */
export interface MessageBounds {
  readonly bytes: number
  readonly values: number
}

/**
 * Returns the size limits of the reply to a call. A window of ranks, whose width the caller chooses
 * up to `BACKLINE_ARENA_RANKS_MAX`, adds to them: 21 MiB and 1,650,000 values for 10,000 ranks.
 */
export function boundsOf({ operation, arguments: callArguments }: GatewayCall): MessageBounds {
  const { response, rankWindow }: OperationDeclaration = OPERATIONS[operation as OperationId]
  if (response === 'image/png') return { bytes: IMAGE_BYTES, values: 0 }
  if (rankWindow === undefined) return { bytes: BYTES, values: VALUES }
  const ranks = Number(callArguments[rankWindow.end]) - Number(callArguments[rankWindow.start]) + 1
  const width = ranks > 0 ? ranks : 0
  return { bytes: BYTES + width * RANK_BYTES, values: VALUES + width * RANK_VALUES }
}
