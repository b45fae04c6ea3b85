// Makes a fresh clone ready to run: installs the locked dependencies, including Node 26, if they
// are missing, removes packages that are not locked, and builds the bundles of libraries and pages
// if they are outdated. Runs at the start of every npm script on any Node version of the machine, so
// it is plain JavaScript without dependencies, and takes a few milliseconds when nothing is missing.
// With `--production`, development dependencies may be missing unless there is something to build,
// and packages that an operator has added (docs/traces.md) remain.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { areBundlesCurrent } from './bundle-state.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bundled = join(root, 'node_modules', '.bin', 'node')

const isProduction = process.argv.includes('--production')
const installed = packagesIn(join(root, 'node_modules', '.package-lock.json'))
const locked = packagesIn(join(root, 'package-lock.json'))
const isBuilt = areBundlesCurrent(root)
if (!isInstalled(isProduction && isBuilt)) {
  process.stderr.write('Installing the locked dependencies (once; about 200 MB) …\n')
  install()
  checkNode()
} else if (!isProduction) removeUnlocked()
if (!isBuilt) build()

/**
 * Returns whether the packages that npm recorded as installed match the lock file. Packages of
 * other platforms may be missing.
 */
function isInstalled(production) {
  return Object.keys(locked).every((path) => {
    const { version, dev, optional, peer } = locked[path]
    if (path === '' || optional || peer || (dev && production)) return true
    return installed[path] !== undefined && installed[path].version === version
  })
}

/** Removes installed packages that the lock file lacks, such as those of an earlier version. */
function removeUnlocked() {
  for (const path of Object.keys(installed)) {
    if (locked[path] !== undefined || !existsSync(join(root, path))) continue
    process.stderr.write(`Removing ${path}, which is not in package-lock.json …\n`)
    rmSync(join(root, path), { recursive: true })
  }
}

function packagesIn(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {}
}

function install() {
  // Run npm on its own Node version: `npm ci` deletes node_modules, including the bundled Node 26.
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
    fail('"npm ci" failed. See the reason above. Fix it, then run the same command again.')
  }
}

function build() {
  process.stderr.write('Building the pages and libraries (a few seconds) …\n')
  const node = existsSync(bundled) ? bundled : process.execPath
  const { status } = spawnSync(node, [join(root, 'scripts', 'build.ts')], options())
  if (status !== 0) fail('The build failed. See the reason above.')
}

function options() {
  return { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }
}

/**
 * Replaces a bundled Node 26 that does not run here (another libc) by a recent Node of the machine.
 */
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
