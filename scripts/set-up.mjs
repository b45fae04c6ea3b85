// Makes a fresh clone ready to run: installs the locked dependencies, Node 26 among them, unless they are there.
// Runs at the head of every npm script, on whatever Node the machine has, so: plain JavaScript, no dependency, and done
// in a few milliseconds when there is nothing to do. With `--production` what only development needs may be missing.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bundled = join(root, 'node_modules', '.bin', 'node')

if (!isInstalled(process.argv.includes('--production'))) {
  process.stderr.write('Installing the locked dependencies (once; about 200 MB) …\n')
  install()
  checkNode()
}

/** Whether what npm says it installed is what the lock file asks for. Other platforms' packages may be missing. */
function isInstalled(production) {
  const installed = packagesIn(join(root, 'node_modules', '.package-lock.json'))
  const wanted = packagesIn(join(root, 'package-lock.json'))
  return Object.keys(wanted).every((path) => {
    const { version, dev, optional, peer } = wanted[path]
    if (path === '' || optional || peer || (dev && production)) return true
    return installed[path] !== undefined && installed[path].version === version
  })
}

function packagesIn(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {}
}

function install() {
  // The npm that runs this script, on the Node that runs that npm: `npm ci` deletes node_modules, and with it the
  // Node 26 that a later script would otherwise be running on.
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
    : spawnSync('npm', words, options())
  if (result.status !== 0) {
    fail('"npm ci" failed. Its reason stands above; when it is mended, run the same command again.')
  }
}

function options() {
  return { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }
}

/** Where the bundled Node 26 does not run (a libc it was not built for), a good Node of the machine takes its place. */
function checkNode() {
  if (existsSync(bundled) && majorOf(bundled) >= 26) return
  rmSync(bundled, { force: true })
  const own = process.env.npm_node_execpath || process.execPath
  if (majorOf(own) >= 26) return
  fail(
    `Backline needs Node 26 or newer. None that npm brings runs on this machine (${process.platform} ${process.arch}), ` +
      `and ${own} is older. Install Node 26 and run the same command again.`,
  )
}

function majorOf(node) {
  const version = String(spawnSync(node, ['--version']).stdout || '').trim()
  return Number(version.slice(1).split('.')[0])
}

function fail(text) {
  process.stderr.write(text + '\n')
  process.exit(1)
}
