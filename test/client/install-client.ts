import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { packClient } from '../../scripts/build-client.ts'

/**
 * Builds and packs the client, and installs the package under `folder` as npm would. Returns the
 * files in it.
 */
export function installClient(folder: string): readonly string[] {
  const file = join(folder, 'client.tgz')
  packClient(file)
  const place = join(folder, 'node_modules', '@backline', 'client')
  mkdirSync(place, { recursive: true })
  execFileSync('tar', ['-xzf', file, '-C', place, '--strip-components=1'])
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(place, join(parentPath, name)))
}
