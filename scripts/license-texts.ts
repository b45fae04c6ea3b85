import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the license texts of installed packages, each under the name of its package. */
export function licenseTexts(packages: readonly string[]): string {
  return packages
    .map((name) => {
      const folder = join(import.meta.dirname, '..', 'node_modules', name)
      const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:\.|$)/i.test(entry))
      if (file === undefined) throw new Error(`${name} has no license text.`)
      return `${name}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
    })
    .join('\n\n')
}
