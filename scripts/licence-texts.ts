import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The texts of the licences of installed packages, one below the other, each under its name. */
export function licenceTexts(packages: readonly string[]): string {
  return packages
    .map((name) => {
      const folder = join(import.meta.dirname, '..', 'node_modules', name)
      const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:\.|$)/i.test(entry))
      if (file === undefined) throw new Error(`${name} has no text of its licence.`)
      return `${name}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
    })
    .join('\n\n')
}
