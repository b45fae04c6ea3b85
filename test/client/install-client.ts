import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildClient } from '../../scripts/build-client.ts'

/**
 * Builds and packs the client, and installs the package under `folder` as npm would. Returns the
 * files in it.
 */
export function installClient(folder: string): readonly string[] {
  const built = join(folder, 'built')
  buildClient(built)
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', folder], {
      cwd: built,
      encoding: 'utf8',
    }),
  ) as [{ readonly filename: string; readonly files: readonly { readonly path: string }[] }]
  const place = join(folder, 'node_modules', '@backline', 'client')
  mkdirSync(place, { recursive: true })
  execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', place, '--strip-components=1'])
  return packed.files.map(({ path }) => path)
}
