#!/usr/bin/env node
// Plain JavaScript that old Nodes can read, so that they say one clear line instead of a syntax error.
import { existsSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const nodeModules = new URL('../node_modules', import.meta.url)
const major = Number(process.versions.node.split('.')[0])
if (major < 26) {
  process.stderr.write(
    `Backline needs Node 26 or newer, and this is Node ${process.versions.node}. ` +
      'Run "npm start" once: its install brings Node 26, which "npx backline …" then uses too.\n',
  )
  process.exitCode = 1
} else if (existsSync(nodeModules)) {
  // Before anything else is compiled: the compile cache depends on V8's flags.
  const { tuneProcess } = await import('../src/platform/engine-tuning/engine-tuning.ts')
  const warning = tuneProcess({
    setting: process.env.BACKLINE_ENGINE_TUNING,
    nodeModules: fileURLToPath(nodeModules),
    dataDir: process.env.BACKLINE_DATA_DIR || './data',
  })
  if (warning !== undefined) process.stderr.write(`${warning}\n`)
  await import('../src/main.ts')
} else {
  process.stderr.write(
    'Nothing is installed yet. "npm start" does it, or "npm ci --ignore-scripts".\n',
  )
  process.exitCode = 1
}
