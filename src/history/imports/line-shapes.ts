import { Type, type Static } from '#libraries/typebox'
import { Compile } from '#libraries/typebox-compile'
import { BOARD_KINDS } from '../../game/board.ts'
import { GAP_REASONS } from '../history-store.ts'
import { REGIONS } from '../../game/region.ts'

const closed = { additionalProperties: false } as const
const time = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 })
const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const rank = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })
const points = Type.Integer({
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
})
const id = Type.String({ pattern: '^(?:0|-?[1-9][0-9]{0,18})$' })
const kind = Type.Enum([...BOARD_KINDS])

const header = Type.Object(
  {
    backline: Type.Literal('history'),
    version: Type.Literal(1),
    region: Type.Enum([...REGIONS]),
    day: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
  },
  closed,
)

const event = Type.Object(
  {
    event: Type.Object(
      { id, name: Type.Optional(Type.String({ maxLength: 1_000 })), startsAt: time, endsAt: time },
      closed,
    ),
  },
  closed,
)

const board = Type.Object({ board: Type.Object({ kind, id }, closed) }, closed)

const gap = Type.Object(
  {
    gap: Type.Object(
      { from: time, until: time, reason: Type.Enum([...GAP_REASONS]), failures: count },
      closed,
    ),
  },
  closed,
)

const snapshot = Type.Object(
  {
    at: time,
    ranks: Type.Optional(Type.Array(rank, { minItems: 1, maxItems: 1_000 })),
    rows: Type.Optional(Type.Array(Type.Tuple([rank, points]), { minItems: 1, maxItems: 10_000 })),
    gone: Type.Optional(Type.Array(rank, { minItems: 1, maxItems: 10_000 })),
  },
  closed,
)

const end = Type.Object(
  {
    end: Type.Object({ events: count, boards: count, gaps: count, snapshots: count }, closed),
  },
  closed,
)

/**
 * The shapes of the lines of a file, by the field that identifies each. They equal `ExportLine`;
 * any other line is invalid.
 */
export const LINE_SHAPES = {
  backline: Compile(header),
  event: Compile(event),
  board: Compile(board),
  gap: Compile(gap),
  at: Compile(snapshot),
  end: Compile(end),
} as const

/** The field that identifies a type of line. */
export type LineMark = keyof typeof LINE_SHAPES

/** The validated line with a mark. */
export type CheckedLine<Mark extends LineMark> = {
  readonly backline: Static<typeof header>
  readonly event: Static<typeof event>
  readonly board: Static<typeof board>
  readonly gap: Static<typeof gap>
  readonly at: Static<typeof snapshot>
  readonly end: Static<typeof end>
}[Mark]
