/** The series of one metric: one cell for each combination of label values that has come. */
export interface Series<Cell> {
  /** The cell for these values, in the order of the labels. Made when it is first asked for. */
  at(...values: readonly (string | undefined)[]): Cell
  /** All cells, each with its values. */
  all(): readonly { readonly values: readonly string[]; readonly cell: Cell }[]
}

/** What stands for a value that is not one of the label's. */
export const OTHER = 'other'
/** What stands for no value at all. */
export const NONE = 'none'

interface Node<Cell> {
  readonly children: Map<string | undefined, Node<Cell>>
  readonly cell: Cell | undefined
  readonly values: readonly string[]
}

/**
 * Makes the series of a metric whose labels can have these values and no others, so that nothing that comes from outside
 * can make more of them. A walk of one look-up for each label: names are never put together on the way of a request.
 */
export function createSeries<Cell>(
  labels: readonly (readonly string[])[],
  makeCell: () => Cell,
): Series<Cell> {
  const cells: { values: readonly string[]; cell: Cell }[] = []
  const makeNode = (values: readonly string[]): Node<Cell> => {
    if (values.length < labels.length) return { children: new Map(), cell: undefined, values }
    const cell = makeCell()
    cells.push({ values, cell })
    return { children: new Map(), cell, values }
  }
  const grow = (node: Node<Cell>, value: string | undefined): Node<Cell> => {
    const known = labels[node.values.length]?.includes(value ?? NONE) === true
    const name = value === undefined ? NONE : known ? value : OTHER
    const made = node.children.get(name) ?? makeNode([...node.values, name])
    node.children.set(name, made)
    if (value === undefined) node.children.set(undefined, made)
    return made
  }
  const root = makeNode([])
  return {
    at: (...values) => {
      let node = root
      for (const value of values) node = node.children.get(value) ?? grow(node, value)
      if (node.cell === undefined) throw new Error('A label has no value.')
      return node.cell
    },
    all: () => cells,
  }
}
