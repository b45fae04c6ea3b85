import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { describe, it } from 'node:test'
import { parseSync } from 'rolldown/utils'
import { projectFiles, readProjectFile } from './project-files.ts'

// Names that were retired because an engineer of this field would not search for them, and the
// width of comments.

const files = projectFiles.filter(
  (file) =>
    /^(?:src|web|client\/src|scripts|bench)\/.*\.tsx?$/.test(file) &&
    !/\.d\.ts$|\.test\.ts$|^web\/built\/|\/generated\//.test(file),
)

/** Private words that had a standard term beside them. */
const RETIRED = new Set(
  (
    'addStretch Asked Attacker BackSeat closeGateway compileClose createBeat createHold ' +
    'createJoin createPlaces createVerdicts crossedValue doubted drawKey endGently ' +
    'endWhenHopeless FileShelf followBoard giveUp HeldBack heldBackMs HoldBack hopeless ' +
    'ImportShelf inDoubt Instruments isAway isGenuine isTakenIn isUsable joinLooks KeyDesk ' +
    'KnownTargets letHelpersStandBack NodeLook OPEN_PREFIX Painter readEach readSome ' +
    'recogniseKey RecordBook RegionReader Roster SignInDesk StageWatch standBack StoreAway ' +
    'takeIn tallies Tally unheard unlessRefused UsageFloors useAsked Verdicts verdicts Visitor ' +
    'whyOver World'
  ).split(' '),
)
/** Verbs that the standard ones replace: create, start, retain, acquire, return. */
const RETIRED_VERB = /^(?:make|begin|keep|take|hold|give|let)[A-Z]/
/** Released or other people's names. */
const ALLOWED_VERBS = new Set(['beginTransaction', 'keepAlive', 'keepAliveTimeout', 'takeWhile'])
/** The suffixes that `Options` and `Config` replace, on types. */
const RETIRED_SUFFIX = /^[A-Z].*(?:Settings|Parts|Apart)$/

const COMMENT_WIDTH_MAX = 100

describe('names', () => {
  it('declare none of the retired words', () => {
    const found = files.flatMap((file) =>
      declaredIn(file)
        .filter(
          (name) =>
            RETIRED.has(name) ||
            RETIRED_SUFFIX.test(name) ||
            (RETIRED_VERB.test(name) && !ALLOWED_VERBS.has(name)),
        )
        .map((name) => `${file}: ${name}`),
    )
    assert.deepEqual(found, [])
  })

  it('of files in src are different, but for the standard parts of a product', () => {
    const names = files.filter((file) => file.startsWith('src/')).map((file) => basename(file))
    const twice = names.filter((name, at) => names.indexOf(name) !== at)
    assert.deepEqual([...new Set(twice)], ['observations.ts'])
  })
})

describe('comments', () => {
  it(`are at most ${COMMENT_WIDTH_MAX} characters wide`, () => {
    const wide = files.flatMap((file) =>
      readProjectFile(file)
        .split('\n')
        .flatMap((line, at) =>
          /^\s*(?:\/\/|\/?\*)/.test(line) &&
          line.length > COMMENT_WIDTH_MAX &&
          /\s\S+\s\S/.test(line.trim())
            ? [`${file}:${at + 1}`]
            : [],
        ),
    )
    assert.deepEqual(wide, [])
  })
})

type Node = Readonly<Record<string, unknown>>

/** Returns every name that a file declares: variables, parameters, functions, types and members. */
function declaredIn(file: string): readonly string[] {
  const names: string[] = []
  const addPattern = (pattern: unknown): void => {
    const node = pattern as Node | undefined
    switch (node?.['type']) {
      case 'Identifier':
        names.push(String(node['name']))
        break
      case 'ObjectPattern':
        for (const one of node['properties'] as Node[]) addPattern(one['value'] ?? one['argument'])
        break
      case 'ArrayPattern':
        for (const one of node['elements'] as unknown[]) addPattern(one)
        break
      case 'AssignmentPattern':
        addPattern(node['left'])
        break
      case 'RestElement':
        addPattern(node['argument'])
    }
  }
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    const node = value as Node
    if (
      /^(?:VariableDeclarator|FunctionDeclaration|ClassDeclaration|TS(?:Interface|TypeAlias)Declaration)$/.test(
        String(node['type']),
      )
    )
      addPattern(node['id'])
    if (
      /^(?:TSPropertySignature|TSMethodSignature|PropertyDefinition|MethodDefinition)$/.test(
        String(node['type']),
      )
    )
      addPattern(node['key'])
    if (Array.isArray(node['params'])) for (const one of node['params']) addPattern(one)
    for (const [key, child] of Object.entries(node)) if (key !== 'type') visit(child)
  }
  visit(parseSync(file, readProjectFile(file)).program)
  return names
}
