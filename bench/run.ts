import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

// `npm run bench` runs all benchmarks, `npm run bench -- dataset` one of them; `--json FILE` writes
// all numbers. Other arguments go to the benchmark. Each runs in its own process, so that none runs
// in the state that another left.
const BENCHMARKS: Readonly<Record<string, string>> = {
  cached:
    'CPU time of a cached answer, compared with plain node:http, what a team would build, and nginx',
  admission: 'admissions per second of one process',
  gateway: 'overhead of a cache miss over the remote gateway',
  quotas: 'CPU time of a quota decision, embedded and on Valkey or Redis, compared with one INCR',
  nodes:
    'CPU time of a cached answer on one node, two and four nodes with a shared store, and workers',
  flood: 'latency of a client with a key while the public interface is flooded',
  scale:
    'many keys, many answers, live streams, and connections that are not kept, against one of each',
  bots: 'how many bots with keys of their own one node serves',
  growth: 'a month of history of four regions: reads, writes, disk space and downsampling',
  dataset: 'read times on a million rows, compared with few',
  start: 'time until ready, memory, and import rate',
  history: 'disk space of a history point, and range reads over a million points',
  pages: 'CPU time of a history page of 2,000 values in the thread that renders it',
  imports: '200 history reads a second, alone and beside an import of a million points',
  predictions: 'CPU time of a prediction of 10 ranks from 50 past runs',
  live: 'memory of a live stream, and how long an event needs to reach 5,000 of them',
  requests:
    'CPU time of pages of the list of requests and of long looks at usage, on many rows and on few',
  usage: 'CPU time and disk space of counting a request and writing its record',
}

const args = process.argv.slice(2)
const at = args.indexOf('--json')
const [, file] = at < 0 ? [] : args.splice(at, 2)
if (at >= 0 && file === undefined) throw new Error('--json needs a file name.')
const named = args.filter((arg) => arg in BENCHMARKS)
const rest = args.filter((arg) => !named.includes(arg))
const numbers: Record<string, unknown> = {
  node: process.version,
  processors: cpus().map(({ model }) => model),
}
for (const name of named.length > 0 ? named : Object.keys(BENCHMARKS)) {
  process.stderr.write(`\n${name}: ${BENCHMARKS[name]}\n\n`)
  const child = fork(join(import.meta.dirname, `${name}.ts`), rest)
  child.on('message', (message) => void (numbers[name] = message))
  const [status] = (await once(child, 'exit')) as [number | null]
  if (status !== 0) process.exitCode = 1
}
if (file !== undefined) writeFileSync(file, `${JSON.stringify(numbers, null, 2)}\n`)
