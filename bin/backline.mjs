#!/usr/bin/env node
// Plain JavaScript that old Nodes can read, so that they say one clear line instead of a syntax error.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { dirname } from 'node:path'
import process from 'node:process'

const major = Number(process.versions.node.split('.')[0])
if (major < 26) {
  process.stderr.write(
    `Backline needs Node 26 or newer, and this is Node ${process.versions.node}. ` +
      'Run "npm start" once: its install brings Node 26, which "npx backline …" then uses too.\n',
  )
  process.exitCode = 1
} else if (existsSync(new URL('../node_modules', import.meta.url))) {
  // Before anything else is compiled: what is compiled is kept by the engine's flags.
  const { setEngineFlags } = await import('../src/compose/set-engine-flags.ts')
  setEngineFlags()
  module.enableCompileCache()
  // What this process starts finds it too. Node adds a folder for its version.
  const compiled = module.getCompileCacheDir()
  if (compiled && !process.env.NODE_COMPILE_CACHE) {
    process.env.NODE_COMPILE_CACHE = dirname(compiled)
  }
  await import('../src/main.ts')
} else {
  process.stderr.write(
    'Nothing is installed yet. "npm start" does it, or "npm ci --ignore-scripts".\n',
  )
  process.exitCode = 1
}
