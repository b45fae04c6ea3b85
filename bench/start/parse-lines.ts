import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import process from 'node:process'

// The minimum of an import: reads a file and parses each line.
const file = process.argv[2] ?? ''
for await (const line of createInterface({ input: createReadStream(file) })) JSON.parse(line)
