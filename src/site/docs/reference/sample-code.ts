import { argumentName } from '../../../api/python-names.ts'
import { sampleTarget, type SampleRequest, type SampleValue } from './sample-request.ts'

/** The languages of the samples, in the order of their tabs. */
export const SAMPLE_LANGUAGES = ['curl', 'TypeScript', 'Python', 'JavaScript'] as const

/** One of {@link SAMPLE_LANGUAGES}. */
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number]

/** Columns of a line at most, where a line can be broken. */
const COLUMNS_MAX = 76

/** What a program does with a response that is not JSON. */
type Handling =
  { readonly kind: 'text' | 'stream' } | { readonly kind: 'file'; readonly file: string }

/**
 * Returns a complete program for a request in each language. The key comes from the environment.
 */
export function renderSampleCode(request: SampleRequest): Readonly<Record<SampleLanguage, string>> {
  const handling = handlingOf(request.answer)
  return {
    curl: curlOf(request, handling),
    TypeScript: typescriptOf(request, handling),
    Python: pythonOf(request, handling),
    JavaScript: javascriptOf(request, handling),
  }
}

/** Returns what to do with a content type; `undefined` for JSON. */
function handlingOf(answer: string): Handling | undefined {
  switch (answer) {
    case 'application/json':
      return undefined
    case 'text/event-stream':
      return { kind: 'stream' }
    case 'image/png':
      return { kind: 'file', file: 'answer.png' }
    case 'application/gzip':
      return { kind: 'file', file: 'answer.ndjson.gz' }
    default:
      return { kind: 'text' }
  }
}

function curlOf(request: SampleRequest, handling: Handling | undefined): string {
  const flags = [
    ...(handling?.kind === 'stream' ? ['-N'] : []),
    ...(handling?.kind === 'file' ? ['-f', '-o', handling.file] : []),
    ...(request.isKeyed ? ['-H "Authorization: Bearer $DEVELOPER_KEY"'] : []),
  ]
  const address = `'${request.origin}${sampleTarget(request)}'`
  return flags.length === 0 ? `curl ${address}` : `curl ${flags.join(' ')} \\\n  ${address}`
}

function typescriptOf(request: SampleRequest, handling: Handling | undefined): string {
  const { origin, region, values, isKeyed, method } = request
  const converters = new Set(
    values.flatMap(({ type }) => (isIdType(type) ? [converterOf(type)] : [])),
  )
  const fields = values.map((value) => `${value.name}: ${literalOf(value, typescriptItem)}`)
  const options = [`baseUrl: '${origin}'`, ...(isKeyed ? ['key: process.env.DEVELOPER_KEY'] : [])]
  const call = callOf(`backline.${method}`, region === undefined ? [] : [`'${region}'`], fields)
  return [
    ...(handling?.kind === 'file' ? ["import { writeFile } from 'node:fs/promises'"] : []),
    `import { ${['createClient', ...converters].join(', ')} } from '@backline/client'`,
    '',
    `const backline = ${callOf('createClient', [], options)}`,
    ...(handling?.kind === 'stream'
      ? [
          `for await (const { id, type, data } of ${call}) {`,
          '  console.log(id, type, JSON.stringify(data))',
          '}',
        ]
      : [`const { data } = await ${call}`, typescriptUse(handling)]),
  ].join('\n')
}

function typescriptUse(handling: Handling | undefined): string {
  if (handling === undefined) return 'console.log(JSON.stringify(data, null, 2))'
  return handling.kind === 'file'
    ? `await writeFile('${handling.file}', data)`
    : 'console.log(new TextDecoder().decode(data))'
}

function pythonOf(request: SampleRequest, handling: Handling | undefined): string {
  const { origin, region, values, isKeyed, pythonMethod } = request
  const types = new Set(values.flatMap(({ type }) => (isIdType(type) ? [type] : [])))
  const modules = [...(handling === undefined ? ['json'] : []), ...(isKeyed ? ['os'] : [])]
  const key = isKeyed ? ', os.environ["DEVELOPER_KEY"]' : ''
  const named = values.map((value) => `${argumentName(value.name)}=${literalOf(value, pythonItem)}`)
  const call = pythonCall(`backline.${pythonMethod}`, [
    ...(region === undefined ? [] : [`"${region}"`]),
    ...named,
  ])
  return [
    ...(modules.length > 0 ? [`import ${modules.join(', ')}`] : []),
    `from backline import ${['Client', ...types].join(', ')}`,
    '',
    `backline = Client("${origin}"${key})`,
    ...(handling?.kind === 'stream'
      ? [`for entry in ${call}:`, '    print(entry.id, entry.type, entry.data)']
      : [`data = ${call}.data`, pythonUse(handling)]),
  ].join('\n')
}

function pythonUse(handling: Handling | undefined): string {
  if (handling === undefined) return 'print(json.dumps(data, indent=2))'
  return handling.kind === 'file'
    ? `with open("${handling.file}", "wb") as file:\n    file.write(data)`
    : 'print(data.decode())'
}

function javascriptOf(request: SampleRequest, handling: Handling | undefined): string {
  const address = `'${request.origin}${sampleTarget(request)}'`
  const headers = 'headers: { Authorization: `Bearer ${process.env.DEVELOPER_KEY}` }'
  return [
    ...(handling?.kind === 'file' ? ["import { writeFile } from 'node:fs/promises'", ''] : []),
    `const response = await fetch(\n  ${address},\n${request.isKeyed ? `  { ${headers} },\n` : ''})`,
    'if (!response.ok) throw new Error(await response.text())',
    ...javascriptUse(handling),
  ].join('\n')
}

function javascriptUse(handling: Handling | undefined): readonly string[] {
  switch (handling?.kind) {
    case undefined:
      return ['console.log(JSON.stringify(await response.json(), null, 2))']
    case 'file':
      return [`await writeFile('${handling.file}', new Uint8Array(await response.arrayBuffer()))`]
    case 'stream':
      return [
        'for await (const text of response.body.pipeThrough(new TextDecoderStream())) {',
        '  console.log(text)',
        '}',
      ]
    default:
      return ['console.log(await response.text())']
  }
}

/** Renders a call in TypeScript: on one line if it fits, else with one field per line. */
function callOf(callee: string, given: readonly string[], fields: readonly string[]): string {
  const object = fields.length === 0 ? [] : [`{ ${fields.join(', ')} }`]
  const line = `${callee}(${[...given, ...object].join(', ')})`
  if (line.length <= COLUMNS_MAX || fields.length === 0) return line
  return `${callee}(${given.map((value) => `${value}, `).join('')}{\n${fields.map((field) => `  ${field},\n`).join('')}})`
}

function pythonCall(callee: string, given: readonly string[]): string {
  const line = `${callee}(${given.join(', ')})`
  if (line.length <= COLUMNS_MAX) return line
  return `${callee}(\n${given.map((value) => `    ${value},\n`).join('')})`
}

function literalOf(
  { items, type, isList }: SampleValue,
  itemOf: (item: string, type: string) => string,
): string {
  const literals = items.map((item) => itemOf(item, type))
  return isList ? `[${literals.join(', ')}]` : literals.join(', ')
}

function typescriptItem(item: string, type: string): string {
  if (isNumber(item, type)) return item
  const text = `'${item.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  return isIdType(type) ? `${converterOf(type)}(${text})` : text
}

function pythonItem(item: string, type: string): string {
  if (isNumber(item, type)) return item
  const text = JSON.stringify(item)
  return isIdType(type) ? `${type}(${text})` : text
}

/** Returns whether a text is a literal of a number that a program does not round. */
function isNumber(item: string, type: string): boolean {
  return type === 'number' && /^(?:0|[1-9]\d{0,14})$/.test(item)
}

function isIdType(type: string): boolean {
  return type !== 'number' && type !== 'text'
}

/** Returns the function of the TypeScript client that converts text to an id type. */
function converterOf(type: string): string {
  return type.charAt(0).toLowerCase() + type.slice(1)
}
