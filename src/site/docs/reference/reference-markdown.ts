import type { ApiSchema } from '../../api-document.ts'
import { describeSchema } from './describe-schema.ts'
import { findOperation, listGroups } from './reference.ts'
import type { Reference, ReferenceAnswer, ReferenceGroup, ReferenceOperation } from './reference.ts'
import { exampleRequest } from './render-request.ts'
import { renderSampleCode, SAMPLE_LANGUAGES, type SampleLanguage } from './sample-code.ts'

/** The language of each block of code, as Markdown names it. */
const FENCES: Readonly<Record<SampleLanguage, string>> = {
  curl: 'sh',
  TypeScript: 'ts',
  Python: 'python',
  JavaScript: 'js',
}

/** Returns the first page of a reference as Markdown: all operations, by group. */
export function writeReference(reference: Reference): string {
  const { title, description, document, documents } = reference
  return paragraphs([
    `# ${title}`,
    description,
    ...Object.entries(documents).map(([name, address]) => `- [${name}](${address})`),
    ...listGroups(reference).flatMap((group) => [`## ${group.name}`, ...describeGroup(group)]),
    '## Rules of every operation',
    document.info.description,
  ])
}

/** Returns the page of a group as Markdown. Throws if the reference lacks it. */
export function writeGroup(reference: Reference, name: string): string {
  const group = listGroups(reference).find((one) => one.name === name)
  if (group === undefined) throw new Error(`There is no group ${name}.`)
  return paragraphs([`# ${name}`, ...describeGroup(group)])
}

/** Returns the page of an operation as Markdown. Throws if the reference lacks it. */
export function writeOperation(reference: Reference, id: string, origin: string): string {
  const operation = findOperation(reference, id)
  const { summary, description, forms, method, pythonMethod, parameters } = operation
  const code = renderSampleCode(exampleRequest(operation, origin))
  return paragraphs([
    `# ${summary}`,
    description,
    [
      `- Operation: \`${id}\`; \`${method}\` in TypeScript, \`${pythonMethod}\` in Python`,
      `- Key: ${keyOf(operation)}`,
    ].join('\n'),
    '## Request',
    forms.map((form) => `- \`GET ${form}\``).join('\n'),
    tableOf(
      ['Parameter', 'Type', 'Description'],
      parameters.map(({ queryName, isOptional, schema, description: about }) => [
        `\`${queryName}\` (${isOptional ? 'optional' : 'required'})`,
        schemaText(schema),
        about,
      ]),
    ),
    ...SAMPLE_LANGUAGES.map((name) => fence(FENCES[name], code[name])),
    '## Response',
    ...describeAnswer(operation.answer),
    '## Errors',
    tableOf(
      ['Status', 'Code', 'Description'],
      operation.errors.map(({ status, codes, description: about }) => [
        status,
        codes.map((one) => `[\`${one}\`](/docs/errors#${one})`).join(', '),
        about,
      ]),
    ),
  ])
}

function keyOf({ isKeyed, scope }: ReferenceOperation): string {
  if (!isKeyed) return 'none'
  return scope === undefined ? 'any' : `with the scope \`${scope}\``
}

function describeGroup({ description, operations }: ReferenceGroup): readonly string[] {
  return [description, operations.map(lineOf).join('\n')]
}

/** Returns the line of an operation in a list. */
function lineOf({ path, summary, forms: [form = ''], scope }: ReferenceOperation): string {
  return `- [${summary}](${path}.md): \`GET ${form}\`${scope === undefined ? '' : `, scope \`${scope}\``}`
}

function describeAnswer({
  contentType,
  description,
  messages,
  example,
}: ReferenceAnswer): readonly string[] {
  return [
    `\`200\` \`${contentType}\`. ${description}`,
    ...messages.flatMap(([name, { properties = {} }]) => [
      `### ${name}`,
      tableOf(
        ['Field', 'Type', 'Description'],
        Object.entries(properties).map(([field, schema]) => [
          `\`${field}\``,
          schemaText(schema),
          schema.description ?? '',
        ]),
      ),
    ]),
    ...(example === undefined
      ? []
      : [example.summary, fence('json', JSON.stringify(example.value, null, 2))]),
  ]
}

/** Returns the type of a value as text; names of values are code. */
function schemaText(schema: ApiSchema): string {
  return describeSchema(schema)
    .text.replaceAll(/<\/?code>/g, '`')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
}

function tableOf(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return rows.length === 0
    ? ''
    : [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n')
}

function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``
}

function paragraphs(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}
