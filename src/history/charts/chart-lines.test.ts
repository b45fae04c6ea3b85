import assert from 'node:assert/strict'
import { it } from 'node:test'
import { chartLines } from './chart-lines.ts'

it('a line breaks exactly where the points of its rank are unknown', () => {
  const at = (fetchedAt: number, rows: readonly (readonly [number, number])[]) => ({
    fetchedAt: String(fetchedAt),
    rows: rows.map(([rank, points]) => ({ rank, points })),
  })
  const { lines, gaps, firstMs, lastMs } = chartLines(
    [1, 2, 3],
    [
      at(10, [
        [1, 5],
        [2, 4],
      ]),
      // Without points it is 0.
      { fetchedAt: '20', rows: [{ rank: 1, points: 6 }, { rank: 2 }], unheld: [3] },
      { gap: { from: '20', until: '30', reason: 'timeout' } },
      at(30, [[1, 7]]),
      at(40, [
        [1, 8],
        [2, 9],
      ]),
      { gap: { from: '40', reason: 'maintenance' } },
    ],
  )
  assert.deepEqual(lines, [
    {
      rank: 1,
      parts: [
        [
          [10, 5],
          [20, 6],
        ],
        [
          [30, 7],
          [40, 8],
        ],
      ],
    },
    {
      rank: 2,
      parts: [
        [
          [10, 4],
          [20, 0],
        ],
        [[40, 9]],
      ],
    },
    { rank: 3, parts: [] },
  ])
  assert.deepEqual(gaps, [
    { fromMs: 20, untilMs: 30 },
    { fromMs: 40, untilMs: Number.POSITIVE_INFINITY },
  ])
  assert.deepEqual([firstMs, lastMs], [10, 40])
})
