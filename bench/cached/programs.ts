/** The measured programs and their descriptions, in the order of the report. */
export const PROGRAMS = {
  service: 'Backline: key, scope, region, three quotas in a file, cache, metrics, usage, log',
  'service-log': 'the same with BACKLINE_LOG_REQUESTS=all: a log line for each request',
  bare: 'node:http alone, sending the same bytes and headers to every client',
  fastify:
    'Fastify, @fastify/bearer-auth with one plain key, @fastify/rate-limit with one limit in memory; no log',
  'fastify-log': 'the same with the log of Fastify',
  nginx: 'nginx, one worker: a map of keys, limit_req, a static file, its access log',
} as const

/** The name of one program. */
export type ProgramName = keyof typeof PROGRAMS

/** All names, in the order of the report. */
export const PROGRAM_NAMES = Object.keys(PROGRAMS) as readonly ProgramName[]
