import type { DatasetWriter } from '../dataset-writer.ts'

/**
 * A writer that says of each row that it has been written: of players, of boards, of circles and of their members.
 * What there is little of is not counted.
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
