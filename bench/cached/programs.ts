/** The measured programs and their descriptions, in the order of the report. */
export const PROGRAMS = {
  service: 'Backline: key, scope, region, three quotas in a file, cache, metrics, usage, log',
  'service-log': 'the same with BACKLINE_LOG_REQUESTS=all: a log line for each request',
  'service-valkey':
    'the same as service with quotas on Valkey or Redis; its own CPU is not counted',
  bare: 'node:http alone, sending the same bytes and headers to every client',
  'peer-sqlite':
    'Fastify with a table of hashed keys, scopes, regions, and two limits in SQLite (one upsert each); no log',
  'peer-valkey':
    'the same with rate-limiter-flexible on Valkey or Redis; its own CPU is not counted',
  'peer-valkey-log': 'peer-valkey with the log of Fastify',
  nginx: 'nginx, one worker: a map of keys, limit_req, a static file, its access log',
} as const

/** The name of one program. */
export type ProgramName = keyof typeof PROGRAMS

/** All names, in the order of the report. */
export const PROGRAM_NAMES = Object.keys(PROGRAMS) as readonly ProgramName[]
