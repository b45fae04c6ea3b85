import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { buildClient } from './build-client.ts'

// Builds the TypeScript client and packs it for publication.
const folder = join(import.meta.dirname, '..', 'client', 'dist')
buildClient(folder)
execFileSync('npm', ['pack', '--silent'], { cwd: folder, stdio: 'inherit' })
process.stderr.write(`The package is in ${folder}. To publish it: npm publish client/dist\n`)
