import { ID_TYPES } from '../../src/game/id-types.ts'
import { DO_NOT_EDIT } from './typescript-head.ts'

/** Returns the id types of the TypeScript client and the function that converts text to each. */
export function idTypes(): string {
  const types = Object.entries(ID_TYPES).map(([name, description]) => {
    const converter = name.charAt(0).toLowerCase() + name.slice(1)
    return [
      `/** ${description} */\nexport type ${name} = Id<'${name}'>`,
      `/** Converts to {@link ${name}}. Throws a \`TypeError\` unless the value is digits. */\nexport const ${converter} = defineId('${name}')`,
    ].join('\n\n')
  })
  return [DO_NOT_EDIT, "import { defineId, type Id } from '../id.ts'", ...types].join('\n\n')
}
