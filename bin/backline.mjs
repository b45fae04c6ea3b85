#!/usr/bin/env node
// Plain JavaScript that old Nodes can read, so that they say one clear line instead of a syntax error.
import module from 'node:module'
import process from 'node:process'

const major = Number(process.versions.node.split('.')[0])
if (major < 26) {
  process.stderr.write(
    `Backline needs Node 26 or newer, and this is Node ${process.versions.node}. ` +
      'Run it through npm ("npm start", "npx backline …"), which uses the Node 26 that its install brings.\n',
  )
  process.exitCode = 1
} else {
  module.enableCompileCache()
  await import('../src/main.ts')
}
