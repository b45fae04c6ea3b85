import type { DatasetWriter } from '../dataset/dataset-writer.ts'

/**
 * Wraps a writer to call `onRow` after each row of players, boards, circles and their members.
 * Small tables are not counted.
 */
export function countRows(writer: DatasetWriter, onRow: () => void): DatasetWriter {
  function* counted<Row>(rows: Iterable<Row>): Generator<Row> {
    for (const row of rows) {
      yield row
      onRow()
    }
  }
  return {
    ...writer,
    addPlayer(region, player) {
      writer.addPlayer(region, player)
      onRow()
    },
    addBoard: (region, board) => writer.addBoard(region, { ...board, rows: counted(board.rows) }),
    addCircle(region, circle) {
      const key = writer.addCircle(region, circle)
      onRow()
      circle.players.forEach(onRow)
      return key
    },
  }
}
