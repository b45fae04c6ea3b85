import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'

// `npm run bench` asks every question in turn, `npm run bench -- dataset` that one; other words go to the bench itself.
const QUESTIONS: Readonly<Record<string, string>> = {
  bindings: 'What does a request cost on node:http, and what on Fastify?',
  beside: 'How late is the event loop of a server while data are imported beside it?',
  cached: 'What does a cached answer cost against a bare server?',
  gateway: 'What does a miss through a remote gateway add to the gateway itself?',
  quotas:
    'What does a decision about quotas cost, embedded and on Valkey or Redis, against one INCR?',
  slow: 'What do others see while 1,000 clients send slowly or never read?',
  dataset: 'How much longer do reads take on a million rows than on few?',
}

const words = process.argv.slice(2)
const named = words.filter((word) => word in QUESTIONS)
const rest = words.filter((word) => !named.includes(word))
for (const name of named.length > 0 ? named : Object.keys(QUESTIONS)) {
  process.stderr.write(`\n${name}: ${QUESTIONS[name]}\n\n`)
  const file = join(import.meta.dirname, `${name}.ts`)
  const { status } = spawnSync(process.execPath, [file, ...rest], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
