import type { PythonMethod } from './python-operations.ts'
import { pythonLines } from './python-text.ts'

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
