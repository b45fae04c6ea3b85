// Makes a fresh clone ready to run: installs the locked dependencies, Node 26 among them.
// Runs before every npm script, on whatever Node the machine has, so: plain JavaScript, no dependency,
// and done in a few milliseconds when there is nothing to do.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, 'node_modules', '.backline-set-up')
const wanted =
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex') + ` ${process.platform} ${process.arch}\n`

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  process.stderr.write('Installing the locked dependencies (once; about 60 MB) …\n')
  install()
  checkNode()
  writeFileSync(stamp, wanted)
}

function install() {
  // The npm that runs this script, on the Node that runs that npm: `npm ci` deletes node_modules, and with it
  // the Node 26 that a later script would otherwise be running on.
  const npm = process.env.npm_execpath
  const words = [
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--loglevel=error',
  ]
  const result = npm
    ? spawnSync(process.env.npm_node_execpath || process.execPath, [npm].concat(words), options())
    : spawnSync('npm', words, { ...options(), shell: process.platform === 'win32' })
  if (result.status !== 0) {
    fail('"npm ci" failed. Its reason stands above; when it is mended, run the same command again.')
  }
}

function options() {
  return { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }
}

function checkNode() {
  const bundled = join(root, 'node_modules', '.bin', 'node')
  const node = existsSync(bundled) ? bundled : process.execPath
  const version = String(spawnSync(node, ['--version']).stdout || '').trim()
  if (Number(version.slice(1).split('.')[0]) >= 26) return
  fail(
    `Backline needs Node 26 or newer; no Node 26 package fits ${process.platform} ${process.arch} ` +
      `and ${node} is ${version || 'not runnable'}. Install Node 26 and run the same command again.`,
  )
}

function fail(text) {
  process.stderr.write(text + '\n')
  process.exit(1)
}
