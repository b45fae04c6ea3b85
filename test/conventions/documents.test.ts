import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { format } from 'prettier'
import { dataFileExamples, dataFilesTable } from '../../scripts/dataset-documents.ts'
import { masterFileExamples, masterFilesTable } from '../../scripts/master-data-documents.ts'
import {
  faultsTable,
  labelsTable,
  metricsTable,
  operationsTable,
  publicOperationsTable,
  settingsTable,
} from '../../scripts/document-tables.ts'
import { createProgram } from '../../src/cli/create-program.ts'
import { SETTINGS } from '../../src/app/config/read-config.ts'
import { ERROR_CODES } from '../../src/platform/http/errors/service-error.ts'
import { PROBLEMS } from '../../src/platform/http/errors/problem.ts'
import { parseFault } from '../../src/simulator/parse-fault.ts'
import { exists, projectFiles, readProjectFile } from './project-files.ts'

const read = readProjectFile
const documents = projectFiles.filter((file) => file.endsWith('.md'))

describe('the documents', () => {
  it('link only to what is there, headings included', () => {
    const dead = documents.flatMap((file) =>
      linksOf(file)
        .filter(({ path, anchor }) => !exists(path) || !hasHeading(path, anchor))
        .map(({ path, anchor }) => `${file}: ${path}#${anchor}`),
    )
    assert.deepEqual(dead, [])
  })

  it('name only scripts that exist, and all of them', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = new Set(
      documents.flatMap((file) =>
        [...read(file).matchAll(/\bnpm (?:run )?([a-z]+(?::[a-z]+)?)\b/g)].map(([words, name]) =>
          words.startsWith('npm run') || ['start', 'test'].includes(name ?? '') ? name : undefined,
        ),
      ),
    )
    assert.deepEqual(
      [...named].filter((name) => name !== undefined).sort(),
      Object.keys(scripts).sort(),
    )
  })

  it('name only commands of the command line that exist, with options that exist', async () => {
    const program = await createProgram({})
    const lines = documents.flatMap((file) =>
      [...read(file).matchAll(/(?:npx backline|backline\.mjs|`backline) ([a-z][^`\n]*)/g)].map(
        ([, words = '']) => words.trim(),
      ),
    )
    assert.ok(lines.length > 10)
    for (const line of lines) {
      let command = program
      for (const word of line.split(/\s+/)) {
        const next = command.commands.find((child) => child.name() === word)
        if (next === undefined) break
        command = next
      }
      assert.notEqual(command, program, line)
      const options = new Set(command.options.map(({ long }) => long))
      for (const [option] of line.matchAll(/--[a-z]+(?:-[a-z]+)*/g))
        assert.ok(options.has(option), `${option} in ${line}`)
    }
  })

  it('say of each error code its status, and what to do, and know no other code', () => {
    const text = read('docs/errors.md')
    const headings = [...text.matchAll(/^## (\w+)$/gm)].map(([, code]) => code)
    assert.deepEqual(headings, [...ERROR_CODES])
    for (const code of ERROR_CODES) {
      assert.match(
        text,
        new RegExp(`\\[\`${code}\`\\]\\(#${code}\\) +\\| ${PROBLEMS[code].status} `),
      )
      const section = text.split(`## ${code}\n`)[1]?.split('\n## ')[0] ?? ''
      assert.ok(section.includes('**Action:**') && section.includes('**Operator:**'), code)
    }
  })

  it('name only settings that exist', () => {
    const known = new Set(Object.keys(SETTINGS))
    const named = documents.flatMap((file) =>
      [...read(file).matchAll(/\bBACKLINE_[A-Z_]*[A-Z]\b/g)].map(([name]) => ({ file, name })),
    )
    const wrong = named.filter(({ name }) => !known.has(name))
    assert.deepEqual(wrong, [])
  })

  it('hold the tables that the code makes; npm run generate writes them', async () => {
    for (const [file, table] of [
      ['docs/using-the-api.md', operationsTable()],
      ['docs/public-data.md', publicOperationsTable()],
      ['docs/configuration.md', settingsTable()],
      ['docs/simulator.md', faultsTable()],
      ['docs/metrics.md', metricsTable()],
      ['docs/metrics.md', labelsTable()],
      ['docs/dataset.md', dataFilesTable()],
      ['docs/dataset.md', dataFileExamples()],
      ['docs/master-data.md', masterFilesTable()],
      ['docs/master-data.md', masterFileExamples()],
    ] as const) {
      const formatted = await format(table, { parser: 'markdown' })
      assert.ok(read(file).includes(formatted.trim()), file)
    }
  })

  it('show the simulator no fault that it cannot read', () => {
    const faults = documents.flatMap((file) => [
      ...[...read(file).matchAll(/--fault '?([^\s'`]+)/g)].map(([, fault = '']) => fault),
      ...[...read(file).matchAll(/-d '(\[.*?\])'/g)].flatMap(
        ([, list = '']) => JSON.parse(list) as string[],
      ),
    ])
    assert.ok(faults.length > 5)
    for (const fault of faults) parseFault(fault)
  })

  it('list every ADR in the index, with its title and status', () => {
    const index = read('docs/adr/README.md')
    const records = documents.filter((file) => /^docs\/adr\/(?!0000)\d{4}-/.test(file))
    assert.ok(records.length > 30)
    for (const file of records) {
      const [, number = '', title = ''] = /^# (\d{4}): (.+)$/m.exec(read(file)) ?? []
      const [, status = ''] = /^Date: \d{4}-\d\d-\d\d · Status: ([^]+?)\n\n/m.exec(read(file)) ?? []
      const plainStatus = status.replaceAll('\n', ' ').replaceAll(/\[(\d{4})\]\([^)]*\)/g, '$1')
      const name = file.slice('docs/adr/'.length)
      assert.ok(name.startsWith(`${number}-`), file)
      assert.ok(index.includes(`| [${number}](${name}) | ${title} | ${plainStatus} |`), file)
    }
  })

  it('name no place of anyone who wrote them', () => {
    const wrong = documents.filter((file) =>
      /\/(?:home|Users|root|work)\/|registry\.npmjs/.test(read(file)),
    )
    assert.deepEqual(wrong, [])
  })
})

function linksOf(file: string): { path: string; anchor: string }[] {
  const text = read(file).replaceAll(/```[\s\S]*?```/g, '')
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor = ''] = target.split('#')
      return { path: path === '' ? file : join(dirname(file), path), anchor }
    })
}

function hasHeading(file: string, anchor: string): boolean {
  if (anchor === '') return true
  return [...read(file).matchAll(/^#+ (.+)$/gm)].some(
    ([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-') === anchor,
  )
}
