import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import { profileIdCanExist } from '../../../contract/identifiers.ts'
import { isRegion, type Region } from '../../../domain/region.ts'
import { parseId } from '../parse-id.ts'
import { DATA_FILE_NAMES, type DataFileName } from './data-files.ts'

/** A file of lines that is to be imported. `bytes` is 0 where nobody can say, as of a pipe. */
export interface LineFile {
  readonly name: DataFileName
  readonly path: string
  readonly bytes: number
}

/** A page of a profile card that is to be imported. */
export interface CardFile {
  readonly region: Region
  readonly profileId: bigint
  readonly page: bigint
  readonly path: string
  readonly bytes: number
}

/** What the paths of an import come to: files in the order in which they are taken, and what cannot be taken. */
export interface FoundFiles {
  readonly lines: readonly LineFile[]
  readonly cards: readonly CardFile[]
  /** One sentence for each path that is missing or is no file of data; a misspelt name must not pass unnoticed. */
  readonly problems: readonly string[]
}

/**
 * Finds the files below `paths`, known by their names wherever they stand. Names that begin with a dot are passed
 * over in folders.
 */
export async function findDataFiles(paths: readonly string[]): Promise<FoundFiles> {
  const found = { lines: [] as LineFile[], cards: [] as CardFile[], problems: [] as string[] }
  for (const path of paths) {
    for await (const file of filesBelow(path, found.problems)) sortIn(file, found)
  }
  const order = ({ name }: LineFile) => DATA_FILE_NAMES.indexOf(name)
  found.lines.sort((left, right) => order(left) - order(right) || compare(left, right))
  found.cards.sort(compare)
  return found
}

interface AnyFile {
  readonly path: string
  readonly bytes: number
}

async function* filesBelow(path: string, problems: string[]): AsyncGenerator<AnyFile> {
  const stats = await stat(path).catch(() => undefined)
  if (stats === undefined) {
    problems.push(`${path} does not exist or cannot be read.`)
  } else if (stats.isDirectory()) {
    const names = await readdir(path)
    for (const name of names.sort()) {
      if (!name.startsWith('.')) yield* filesBelow(join(path, name), problems)
    }
  } else {
    yield { path, bytes: stats.isFile() ? stats.size : 0 }
  }
}

function sortIn(
  { path, bytes }: AnyFile,
  { lines, cards, problems }: { lines: LineFile[]; cards: CardFile[]; problems: string[] },
): void {
  const name = DATA_FILE_NAMES.find((known) => basename(path) === `${known}.ndjson`)
  const card = path.endsWith('.png') ? cardOf(path) : undefined
  if (name !== undefined) lines.push({ name, path, bytes })
  else if (card !== undefined) cards.push({ ...card, path, bytes })
  else if (path.endsWith('.png')) {
    problems.push(
      `${path} does not name a card: that is <region>/<profileId>/<page>.png, with an id of the region.`,
    )
  } else problems.push(`${path} is no file of a dataset; docs/dataset.md lists their names.`)
}

function cardOf(path: string): Pick<CardFile, 'region' | 'profileId' | 'page'> | undefined {
  const [region = '', profileId = '', file = ''] = resolve(path).split(sep).slice(-3)
  if (!isRegion(region) || !profileIdCanExist(profileId, region)) return undefined
  const [id, page] = [parseId(profileId), parseId(file.slice(0, -'.png'.length))]
  return id === undefined || page === undefined || page < 1n
    ? undefined
    : { region, profileId: id, page }
}

function compare(left: AnyFile, right: AnyFile): number {
  return left.path < right.path ? -1 : left.path > right.path ? 1 : 0
}
