import process from 'node:process'
import { startPeer } from '../cached/start-peer.ts'

// A peer as a process of its own: `peer-server.ts FOLDER URL`, with the folder of the recorded
// answer and the URL of the store. Prints its origin.
const [folder = '', valkeyUrl] = process.argv.slice(2)
process.stderr.write(`${await startPeer(folder, { valkeyUrl, log: false })}\n`)
