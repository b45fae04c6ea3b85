import { openBare } from '../harness/start-bare-node.ts'

// A minimal Node server, as a baseline.
const origin = await openBare((_, outgoing) => outgoing.end('{}'))
process.stderr.write(`${origin}\n`)
