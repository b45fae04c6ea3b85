import process from 'node:process'

/**
 * What runs of `node:http`. An import of it asks for each thing that it exports, and one of them (`WebSocket`) loads a whole client,
 * Node's own copy of undici: some 40 ms of each start and 16 MB of memory, for nothing.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')
