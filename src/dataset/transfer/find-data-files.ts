import { escapeControls } from '../../platform/text/escape-controls.ts'
import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import { profileIdCanExist } from '../../game/identifiers.ts'
import { isRegion, type Region } from '../../game/region.ts'
import { parseId } from '../parse-id.ts'
import { DATA_FILE_NAMES, type DataFileName } from './data-files.ts'

/** A line file to be imported. `bytes` is 0 if unknown, as for a pipe. */
export interface LineFile {
  readonly name: DataFileName
  readonly path: string
  readonly bytes: number
}

/** A page of a profile card to be imported. */
export interface CardFile {
  readonly region: Region
  readonly profileId: bigint
  readonly page: bigint
  readonly path: string
  readonly bytes: number
}

/** A line file that is not part of the dataset. */
export interface OtherFile {
  /** Its name without its extension. */
  readonly name: string
  readonly path: string
  readonly bytes: number
}

/** The files found for an import, in import order, and the problems. */
export interface FoundFiles {
  readonly lines: readonly LineFile[]
  readonly cards: readonly CardFile[]
  /** The files named in the argument `others`. */
  readonly others: readonly OtherFile[]
  /**
   * One sentence per path that is missing or has an unknown name, so that misspelled names are
   * reported.
   */
  readonly problems: readonly string[]
}

/**
 * Finds the data files below `paths` by their names, and the line files with the names in `others`.
 * Skips names that start with a dot in directories.
 */
export async function findDataFiles(
  paths: readonly string[],
  others: readonly string[] = [],
): Promise<FoundFiles> {
  const found: Found = { lines: [], cards: [], others: [], problems: [] }
  for (const path of paths) {
    for await (const file of filesBelow(path, found.problems, new Map())) {
      addFile(file, found, others)
    }
  }
  const order = ({ name }: LineFile) => DATA_FILE_NAMES.indexOf(name)
  found.lines.sort((left, right) => order(left) - order(right) || compare(left, right))
  found.cards.sort(compare)
  found.others.sort(
    (left, right) => others.indexOf(left.name) - others.indexOf(right.name) || compare(left, right),
  )
  return { ...found, problems: found.problems.map(escapeControls) }
}

/** A mutable {@link FoundFiles}. */
type Found = { -readonly [Name in keyof FoundFiles]: FoundFiles[Name][number][] }

interface AnyFile {
  readonly path: string
  readonly bytes: number
}

/**
 * Generates the files in a directory. `folders` are the directories found so far below the same
 * path, by device and inode: a link to one of them is a problem, because links could form cycles or
 * reach one directory in millions of ways.
 */
async function* filesBelow(
  path: string,
  problems: string[],
  folders: Map<string, string>,
): AsyncGenerator<AnyFile> {
  const stats = await stat(path, { bigint: true }).catch(() => undefined)
  if (stats === undefined) {
    problems.push(`${path} does not exist or cannot be read.`)
  } else if (stats.isDirectory()) {
    const id = `${stats.dev} ${stats.ino}`
    const before = folders.get(id)
    if (before !== undefined) {
      problems.push(
        `${path} links to a directory that was already found as ${before}; remove the link.`,
      )
      return
    }
    folders.set(id, path)
    const names = await readdir(path)
    for (const name of names.sort()) {
      if (!name.startsWith('.')) yield* filesBelow(join(path, name), problems, folders)
    }
  } else {
    yield { path, bytes: stats.isFile() ? Number(stats.size) : 0 }
  }
}

function addFile(
  { path, bytes }: AnyFile,
  { lines, cards, others, problems }: Found,
  otherNames: readonly string[],
): void {
  const isNamed = (known: string) => basename(path) === `${known}.ndjson`
  const name = DATA_FILE_NAMES.find(isNamed)
  const other = otherNames.find(isNamed)
  const card = path.endsWith('.png') ? cardOf(path) : undefined
  if (name !== undefined) lines.push({ name, path, bytes })
  else if (other !== undefined) others.push({ name: other, path, bytes })
  else if (card !== undefined) cards.push({ ...card, path, bytes })
  else if (path.endsWith('.png')) {
    problems.push(
      `${path} is not the name of a card: use <region>/<profileId>/<page>.png, with an id of the region.`,
    )
  } else problems.push(`${path} is not a data file; docs/dataset.md lists their names.`)
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
