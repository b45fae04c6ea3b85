/** The series of one metric: one cell per observed combination of label values. */
export interface Series<Cell> {
  /** Returns the cell of these values, in the order of the labels. Creates it on first use. */
  at(...values: readonly (string | undefined)[]): Cell
  /** Returns all cells with their values. */
  all(): readonly { readonly values: readonly string[]; readonly cell: Cell }[]
}

/** Replaces a value that the label does not declare. */
export const OTHER = 'other'
/** Replaces a missing value. */
export const NONE = 'none'

interface Node<Cell> {
  readonly children: Map<string | undefined, Node<Cell>>
  readonly cell: Cell | undefined
  readonly values: readonly string[]
}

/**
 * Creates the series of a metric whose labels can have only these values, so that clients cannot
 * add series. One map lookup per label: requests never concatenate names.
 */
export function createSeries<Cell>(
  labels: readonly (readonly string[])[],
  createCell: () => Cell,
): Series<Cell> {
  const cells: { values: readonly string[]; cell: Cell }[] = []
  const createNode = (values: readonly string[]): Node<Cell> => {
    if (values.length < labels.length) return { children: new Map(), cell: undefined, values }
    const cell = createCell()
    cells.push({ values, cell })
    return { children: new Map(), cell, values }
  }
  const grow = (node: Node<Cell>, value: string | undefined): Node<Cell> => {
    const known = labels[node.values.length]?.includes(value ?? NONE) === true
    const name = value === undefined ? NONE : known ? value : OTHER
    const made = node.children.get(name) ?? createNode([...node.values, name])
    node.children.set(name, made)
    if (value === undefined) node.children.set(undefined, made)
    return made
  }
  const root = createNode([])
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
