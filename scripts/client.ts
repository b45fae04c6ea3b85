import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { buildClient } from './build-client.ts'

// Builds the TypeScript client, and packs it as it would be published.
const folder = join(import.meta.dirname, '..', 'client', 'dist')
buildClient(folder)
execFileSync('npm', ['pack', '--silent'], { cwd: folder, stdio: 'inherit' })
process.stderr.write(`The package is in ${folder}; "npm publish client/dist" would publish it.\n`)
