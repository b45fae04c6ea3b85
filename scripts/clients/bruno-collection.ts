import {
  COLLECTION_VARIABLES,
  COLLECTION_DESCRIPTION,
  KEY_VARIABLE,
  type CollectionFolder,
  type CollectionParameter,
  type CollectionRequest,
} from './collection-requests.ts'

/** Returns the Bruno collection: the content of each file by its path in the collection. */
export function brunoCollection(
  folders: readonly CollectionFolder[],
): Readonly<Record<string, string>> {
  const manifest = { version: '1', name: 'Backline', type: 'collection', ignore: ['node_modules'] }
  return {
    'bruno.json': `${JSON.stringify(manifest, undefined, 2)}\n`,
    'collection.bru': file(
      pairs('auth', [['mode', 'bearer']]),
      pairs('auth:bearer', [['token', `{{${KEY_VARIABLE}}}`]]),
      pairs('vars:pre-request', Object.entries(COLLECTION_VARIABLES)),
      text(
        'docs',
        `${COLLECTION_DESCRIPTION}\n\nThe key is a secret of the environment \`Backline\`.`,
      ),
    ),
    // Only environments have secrets, which Bruno stores outside of these files.
    'environments/Backline.bru': file(`vars:secret [\n  ${KEY_VARIABLE}\n]`),
    ...Object.fromEntries(folders.flatMap((folder, at) => filesOf(folder, at + 1))),
  }
}

function filesOf(
  { name, description, requests }: CollectionFolder,
  sequence: number,
): readonly [path: string, text: string][] {
  return [
    [
      `${name}/folder.bru`,
      file(
        pairs('meta', [
          ['name', name],
          ['seq', String(sequence)],
        ]),
        pairs('auth', [['mode', 'inherit']]),
        text('docs', description),
      ),
    ],
    ...requests.map((request, at): [string, string] => [
      `${name}/${request.id}.bru`,
      requestFile(request, at + 1),
    ]),
  ]
}

function requestFile(request: CollectionRequest, sequence: number): string {
  const { name, description, path, pathParameters, query } = request
  const sent = query.filter(({ isOptional }) => !isOptional)
  const queryString = sent.map((one) => `${one.name}=${one.value}`).join('&')
  const address = path
    .replace('{region}', '{{region}}')
    .replaceAll(/(?<=\/)\{([A-Za-z]+)\}/g, (_, parameter: string) => `:${parameter}`)
  const url = `{{baseUrl}}${address}${queryString === '' ? '' : `?${queryString}`}`
  return file(
    pairs('meta', [
      ['name', name],
      ['type', 'http'],
      ['seq', String(sequence)],
    ]),
    pairs('get', [
      ['url', url],
      ['body', 'none'],
      ['auth', 'inherit'],
    ]),
    ...(query.length === 0 ? [] : [pairs('params:query', query.map(parameterPair))]),
    ...(pathParameters.length === 0
      ? []
      : [pairs('params:path', pathParameters.map(parameterPair))]),
    text('docs', `${description}\n\n${describeParameters([...pathParameters, ...query])}`),
  )
}

function parameterPair({ name, value, isOptional }: CollectionParameter): [string, string] {
  return [isOptional ? `~${name}` : name, value]
}

/** Describes each parameter; a list once. */
function describeParameters(parameters: readonly CollectionParameter[]): string {
  return [...new Map(parameters.map(({ name, description }) => [name, description]))]
    .map(([name, description]) => `- \`${name}\`: ${description}`)
    .join('\n')
}

function file(...blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`
}

function pairs(name: string, entries: readonly (readonly [string, string])[]): string {
  return [`${name} {`, ...entries.map(([key, value]) => `  ${key}: ${value}`), '}'].join('\n')
}

function text(name: string, content: string): string {
  return [
    `${name} {`,
    ...content.split('\n').map((line) => (line === '' ? '' : `  ${line}`)),
    '}',
  ].join('\n')
}
