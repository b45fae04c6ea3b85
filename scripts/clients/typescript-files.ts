import { messageTypes } from './typescript-messages.ts'
import { operationTable } from './typescript-table.ts'
import { operationTypes } from './typescript-operations.ts'

/** Returns every generated file of the TypeScript client, not yet formatted, by path. */
export function typescriptClientFiles(): Readonly<Record<string, string>> {
  return {
    'client/src/generated/messages.ts': messageTypes(),
    'client/src/generated/operation-types.ts': operationTypes(),
    'client/src/generated/operation-table.ts': operationTable(),
  }
}
