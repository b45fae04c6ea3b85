import type { PythonMethod } from './python-operations.ts'
import { pythonLines } from './python-text.ts'

/** Names in types that are of the module `typing` or imported by hand. */
const OTHER_NAMES = new Set([
  'Iterable',
  'List',
  'Literal',
  'None',
  'Optional',
  'Region',
  'Result',
  'Union',
])

/** Returns the import of the types that methods use. */
export function asyncImports(methods: readonly PythonMethod[]): string {
  const types = methods.flatMap(({ given, result }) => [...given.map(({ type }) => type), result])
  const names = types.flatMap((type) => type.replaceAll(/"[^"]*"/g, '').match(/[A-Z]\w*/g) ?? [])
  const sorted = [...new Set(names)].filter((name) => !OTHER_NAMES.has(name)).toSorted()
  return ['from backline import (', ...pythonLines(`${sorted.join(', ')},`, 4), ')'].join('\n')
}

/** Returns the source of the asyncio forms of methods. */
export function renderAsyncMethods(methods: readonly PythonMethod[]): string {
  return methods
    .map(({ name, given, result, summary }) =>
      [
        `    async def ${name}(`,
        '        self,',
        '        region: Region,',
        '        *,',
        ...given.map((argument) => `        ${argument.name}: ${argument.type},`),
        '        deadline: Optional[float] = None,',
        `    ) -> ${result}:`,
        ...pythonLines(`"""${summary} See \`Client.${name}\`."""`, 8),
        '        return await self._run(',
        `            self._client.${name},`,
        '            deadline,',
        '            region,',
        ...given.map((argument) => `            ${argument.name}=${argument.name},`),
        '        )',
      ].join('\n'),
    )
    .join('\n\n')
}
