import { openBare } from '../turns/start-bare-node.ts'

// The least that a server on Node can be: what ours is compared with.
const origin = await openBare((_, outgoing) => outgoing.end('{}'))
process.stderr.write(`${origin}\n`)
