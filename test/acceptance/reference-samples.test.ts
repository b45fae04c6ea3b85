import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { checkTypes, codeBlocks } from '../client/code-blocks.ts'
import { installClient } from '../client/install-client.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { startServer, type ServerProcess } from './run-backline.ts'

// The code of every operation in the reference, as a demo server serves it, run in each language.

const ROOT = join(import.meta.dirname, '..', '..')
/** By language: the fence of its blocks, and the file that a program is saved in. */
const LANGUAGES = {
  curl: { fence: 'sh', file: 'sample.sh' },
  TypeScript: { fence: 'ts', file: 'sample.mts' },
  Python: { fence: 'python', file: 'sample.py' },
  JavaScript: { fence: 'js', file: 'sample.mjs' },
} as const
type Language = keyof typeof LANGUAGES
/** Runs programs one after the other in their folders, and prints what each printed or threw. */
const NODE_RUNNER = `
const [root, file, ...names] = process.argv.slice(2)
for (const name of names) {
  process.chdir(root + '/' + name)
  const printed = []
  console.log = (...values) => printed.push(values.join(' '))
  let code
  try {
    await import(root + '/' + name + '/' + file)
  } catch (error) {
    code = error.code ?? String(error)
  }
  process.stdout.write(JSON.stringify({ name, printed: printed.join('\\n'), code }) + '\\n')
}
process.exit(0)
`
const PYTHON_RUNNER = `
import contextlib, io, json, os, runpy, sys
root, file, *names = sys.argv[1:]
for name in names:
    os.chdir(os.path.join(root, name))
    printed, code = io.StringIO(), None
    try:
        with contextlib.redirect_stdout(printed):
            runpy.run_path(os.path.join(root, name, file))
    except Exception as error:
        code = getattr(error, "code", None) or repr(error)
    print(json.dumps({"name": name, "printed": printed.getvalue().strip(), "code": code}), flush=True)
`
/** Run by curl: what is printed is told apart by the name of its folder. */
const SHELL_RUNNER = `
root=$1; file=$2; shift 2
for name in "$@"; do
  cd "$root/$name"
  printed=$(curl() { command curl -sS "$@"; }; . "./$file")
  node -e 'console.log(JSON.stringify({ name: process.argv[1], printed: process.argv[2] }))' "$name" "$printed"
done
`

/** What a program printed, and the code of the error that it ended with. */
interface Outcome {
  readonly name: string
  readonly printed: string
  readonly code?: string | null
}

const folder = temporaryFolder()
let outcomes = new Map<Language, ReadonlyMap<string, Outcome>>()
let server: ServerProcess
let names: readonly string[] = []
let typeErrors = ''

describe('the code of each operation in the reference', () => {
  before(async () => {
    server = await startServer(join(folder, 'data'), { more: { BACKLINE_PUBLIC_MINUTE: '100000' } })
    installClient(folder)
    names = await saveSamples()
    typeErrors = checkTypes(
      folder,
      names.map((name) => `${name}/${LANGUAGES.TypeScript.file}`),
    )
    const runnable = names.filter((name) => name !== 'public.live')
    outcomes = await runAll(runnable)
    // A demo that has just started still collects and predicts, so a language that ran later may
    // find more. What differs is run once more.
    const different = runnable.filter((name) => differenceIn(name) !== undefined)
    if (different.length === 0) return
    for (const [language, again] of await runAll(different)) {
      outcomes.set(language, new Map([...(outcomes.get(language) ?? []), ...again]))
    }
  })
  after(async () => {
    server.kill('SIGTERM')
    await server.ended
  })

  it('is there in four languages, and right by its types', () => {
    assert.ok(names.length > 50, String(names.length))
    assert.equal(typeErrors, '')
  })

  it('gets the same answer in every language', () => {
    const differences = names.map(differenceIn).filter((text) => text !== undefined)
    assert.deepEqual(differences, [])
    const good = [...(outcomes.get('TypeScript')?.values() ?? [])].filter(
      ({ code }) => !code,
    ).length
    // The rest are boards that a demo does not watch, and a file that no longer exists.
    assert.ok(good >= 45, `${good} of ${names.length} operations have content in the demo`)
  })

  it('saves images in a file', () => {
    for (const name of ['profile.card', 'public.current.chart.png']) {
      assert.ok(statSync(join(folder, name, 'answer.png')).size > 100, name)
    }
  })
})

/** Saves the programs of all operations, each in a folder of its own. Returns their names. */
async function saveSamples(): Promise<readonly string[]> {
  const list = await (await fetch(`${server.origin}/llms.txt`)).text()
  const pages = [
    ...list.matchAll(/\]\((\/docs\/(?:public-|developer-)?reference\/([\w.]+)\.md)\)/g),
  ]
  for (const [, path = '', name = ''] of pages) {
    const text = await (await fetch(server.origin + path)).text()
    mkdirSync(join(folder, name))
    for (const { fence, file } of Object.values(LANGUAGES)) {
      const [code, ...others] = codeBlocks(text, fence)
      assert.deepEqual([typeof code, others], ['string', []], `${name} in ${fence}`)
      // A server on a port of the system's choice does not know its origin.
      const runnable = code?.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, server.origin) ?? ''
      assert.ok(runnable.includes(server.origin), name)
      writeFileSync(join(folder, name, file), runnable)
    }
  }
  return pages.map(([, , name = '']) => name)
}

/** Runs programs in every language, one language after the other. */
async function runAll(
  runnable: readonly string[],
): Promise<Map<Language, ReadonlyMap<string, Outcome>>> {
  const all = new Map<Language, ReadonlyMap<string, Outcome>>()
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    all.set(language, await run(language, runnable))
  }
  return all
}

/** Returns how the answers of an operation differ between the languages; `undefined` if not. */
function differenceIn(name: string): string | undefined {
  const raw = outcomes.get('curl')?.get(name)?.printed
  if (raw === undefined) return undefined
  const inLanguage = (language: Language) =>
    outcomes.get(language)?.get(name) ?? assert.fail(`${name}: nothing in ${language}`)
  const [typescript, python, javascript] = [
    inLanguage('TypeScript'),
    inLanguage('Python'),
    inLanguage('JavaScript'),
  ]
  const text = `${name}: ${JSON.stringify([raw, typescript, python, javascript]).slice(0, 900)}`
  const code = typescript.code ?? undefined
  if ((python.code ?? undefined) !== code || codeIn(javascript.code) !== code) return text
  // curl saves no error in the file of an image.
  if (raw !== '' && codeIn(raw) !== code) return text
  if (code !== undefined || !raw.startsWith('{')) return undefined
  const fields = fieldsOf(raw)
  if (fieldsOf(javascript.printed).join() !== fields.join()) return text
  // A client fills in defaults, so it has at least the fields of the server's answer.
  const hasAll = ({ printed }: Outcome) =>
    fields.every((field) => fieldsOf(printed).includes(field))
  return hasAll(typescript) && hasAll(python) ? undefined : text
}

async function run(
  language: Language,
  runnable: readonly string[],
): Promise<ReadonlyMap<string, Outcome>> {
  const { file } = LANGUAGES[language]
  const words = [folder, file, ...runnable]
  const [program, ...options] = commandOf(language)
  const { stdout } = await promisify(execFile)(program, [...options, ...words], {
    cwd: folder,
    env: {
      PATH: `${join(process.execPath, '..')}:${process.env['PATH']}`,
      DEVELOPER_KEY: /Bearer (bkl_\w+)/.exec(server.curl)?.[1] ?? '',
      PYTHONPATH: join(ROOT, 'client', 'python'),
      PYTHONDONTWRITEBYTECODE: '1',
      NO_PROXY: '*',
    },
    timeout: 120_000,
    maxBuffer: 100_000_000,
  })
  const lines = stdout.trim().split('\n')
  return new Map(
    lines.map((line) => {
      const outcome = JSON.parse(line) as Outcome
      return [outcome.name, outcome]
    }),
  )
}

function commandOf(language: Language): readonly [string, ...string[]] {
  if (language === 'curl') return ['bash', '-c', SHELL_RUNNER, 'bash']
  if (language === 'Python') return ['python3', '-c', PYTHON_RUNNER]
  writeFileSync(join(folder, 'run.mjs'), NODE_RUNNER)
  return [process.execPath, join(folder, 'run.mjs')]
}

/** Returns the code of a problem document in a text; `undefined` without. */
function codeIn(text: string | null | undefined): string | undefined {
  return /\{"type":[^]*"code":"(\w+)"/.exec(text ?? '')?.[1]
}

/** Returns the names of the fields of a JSON object, in alphabetical order. */
function fieldsOf(text: string): readonly string[] {
  return Object.keys(JSON.parse(text) as object).toSorted()
}
