import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

// `npm run bench` asks every question in turn, `npm run bench -- dataset` that one, and `--json FILE` writes all numbers;
// other words go to the question itself. Each is asked in a process of its own, so that none runs on what another left.
const QUESTIONS: Readonly<Record<string, string>> = {
  cached: 'What does a cached answer cost against a bare server, Fastify with plugins, and nginx?',
  pieces: 'What does each piece of the way of a cached answer add to a bare server?',
  admission: 'How many admissions a second does one process decide?',
  gateway: 'What does a miss through a remote gateway add to the gateway itself?',
  quotas:
    'What does a decision about quotas cost, embedded and on Valkey or Redis, against one INCR?',
  nodes:
    'What does a cached answer cost on one node, on two and four that share a store, and by workers?',
  slow: 'What do others see while 1,000 clients send slowly or never read?',
  flood: 'What does a bot with a key see while the public interface is flooded?',
  dataset: 'How much longer do reads take on a million rows than on few?',
  start: 'How long until it is ready, and how much memory does it take?',
  beside: 'How late is the event loop of a server while data are imported beside it?',
  history:
    'How much room does a point of the history take, and how long do ranges over a million take?',
  usage:
    'What does it cost to count a request and to write its record, and how much room does that take?',
  bindings: 'What does a request cost on node:http, and what on Fastify?',
}

const words = process.argv.slice(2)
const at = words.indexOf('--json')
const [, file] = at < 0 ? [] : words.splice(at, 2)
if (at >= 0 && file === undefined) throw new Error('--json needs the name of a file.')
const named = words.filter((word) => word in QUESTIONS)
const rest = words.filter((word) => !named.includes(word))
const numbers: Record<string, unknown> = {
  node: process.version,
  processors: cpus().map(({ model }) => model),
}
for (const name of named.length > 0 ? named : Object.keys(QUESTIONS)) {
  process.stderr.write(`\n${name}: ${QUESTIONS[name]}\n\n`)
  const child = fork(join(import.meta.dirname, `${name}.ts`), rest)
  child.on('message', (message) => void (numbers[name] = message))
  const [status] = (await once(child, 'exit')) as [number | null]
  if (status !== 0) process.exitCode = 1
}
if (file !== undefined) writeFileSync(file, `${JSON.stringify(numbers, null, 2)}\n`)
