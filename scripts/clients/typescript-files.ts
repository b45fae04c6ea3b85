import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { KEYED_MESSAGES, PUBLIC_MESSAGES } from './message-source.ts'
import { DO_NOT_EDIT } from './typescript-head.ts'
import { idTypes } from './typescript-ids.ts'
import { messageTypes } from './typescript-messages.ts'
import { operationTypes } from './typescript-operations.ts'
import { publicOperationTypes } from './typescript-public-operations.ts'
import { operationTable, publicOperationTable } from './typescript-table.ts'

const PACKAGE = join(import.meta.dirname, '..', '..', 'client', 'package.json')

/** Returns every generated file of the TypeScript client, not yet formatted, by path. */
export function typescriptClientFiles(): Readonly<Record<string, string>> {
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { readonly version: string }
  return {
    'client/src/generated/version.ts': `${DO_NOT_EDIT}\n\n/** The version of the client. */\nexport const VERSION = '${version}'`,
    'client/src/generated/ids.ts': idTypes(),
    'client/src/generated/messages.ts': messageTypes(KEYED_MESSAGES),
    'client/src/generated/operation-types.ts': operationTypes(),
    'client/src/generated/operation-table.ts': operationTable(),
    'client/src/generated/public-messages.ts': messageTypes(PUBLIC_MESSAGES),
    'client/src/generated/public-operation-types.ts': publicOperationTypes(),
    'client/src/generated/public-operation-table.ts': publicOperationTable(),
  }
}
