import {
  PUBLIC_OPERATIONS,
  type PublicOperationId,
} from '../../src/history/api/public-operations.ts'
import type { PublicDeclaration } from '../../src/history/api/public-operation.ts'
import { PUBLIC_OPERATION_DESCRIPTIONS } from '../../src/history/openapi/public-operation-descriptions.ts'
import {
  PUBLIC_PARAMETER_DESCRIPTIONS,
  type PublicParameterName,
} from '../../src/history/openapi/public-parameter-descriptions.ts'
import { isPublicMessage, iterationName, LIVE_ID, pagesOf } from './public-pages.ts'
import { DO_NOT_EDIT } from './typescript-head.ts'
import { idTypesOf, methodParameter, parametersInterface } from './typescript-parameters.ts'

const ENTRIES = Object.entries<PublicDeclaration>(PUBLIC_OPERATIONS)

/** A tree of methods: groups by name, and the texts of methods. */
interface Group {
  readonly methods: string[]
  readonly groups: Map<string, Group>
}

/** Returns the TypeScript types of the public operations: their parameters, and one method each. */
export function publicOperationTypes(): string {
  const root: Group = { methods: [], groups: new Map() }
  for (const entry of ENTRIES) if (entry[0] !== LIVE_ID) place(root, entry)
  const messages = ENTRIES.flatMap(([, operation]) => {
    const { response } = operation
    const item = pagesOf(operation)?.item
    return isPublicMessage(response)
      ? [`Public${response}`, ...(item === undefined ? [] : [`Public${item}`])]
      : []
  })
  const withParameters = ENTRIES.filter(([, { parameters }]) => Object.keys(parameters).length > 0)
  return [
    DO_NOT_EDIT,
    [
      "import type { CallOptions, Data, FillMode, PublicResult } from '../result.ts'",
      `import type { ${idTypesOf(ENTRIES.map(([, operation]) => operation)).join(', ')} } from './ids.ts'`,
      "import type { Region } from './operation-types.ts'",
      `import type { ${[...new Set(messages)].sort().join(', ')} } from './public-messages.ts'`,
    ].join('\n'),
    ...withParameters.map(([id, operation]) =>
      parametersInterface({
        id,
        operation,
        describe: (name) => PUBLIC_PARAMETER_DESCRIPTIONS[name as PublicParameterName].description,
      }),
    ),
    `/** One method per public operation, none of which needs a key. */\nexport interface PublicOperations<Mode extends FillMode = 'filled'> {\n${render(root)}\n}`,
  ].join('\n\n')
}

function place(root: Group, [id, operation]: [string, PublicDeclaration]): void {
  const path = id.split('.').slice(1)
  const name = path.pop() ?? ''
  let group = root
  for (const part of path) {
    const inner = group.groups.get(part) ?? { methods: [], groups: new Map<string, Group>() }
    group.groups.set(part, inner)
    group = inner
  }
  group.methods.push(...methodsOf(id, name, operation))
}

function render({ methods, groups }: Group): string {
  const inner = [...groups].map(([name, group]) => `readonly ${name}: {\n${render(group)}\n}`)
  return [...methods, ...inner].join('\n')
}

function methodsOf(id: string, name: string, operation: PublicDeclaration): readonly string[] {
  const { summary, response } = operation
  const { description } = PUBLIC_OPERATION_DESCRIPTIONS[id as PublicOperationId]
  const data = isPublicMessage(response) ? `Data<Mode, Public${response}>` : 'Uint8Array'
  const parameters = `(region: Region, ${methodParameter(id, operation)}, options?: CallOptions)`
  const pages = pagesOf(operation)
  return [
    `/** ${summary} ${description} */\n${name}${parameters}: Promise<PublicResult<${data}>>`,
    ...(pages === undefined
      ? []
      : [
          `/** Yields the \`${pages.items}\` of \`${name}\` on all pages. The deadline is that of each page. */\n${iterationName(name)}${parameters}: AsyncGenerator<Data<Mode, Public${pages.item}>, void, undefined>`,
        ]),
  ]
}
