/** The programs of this question, in the order of the report, and what each one is. */
export const PROGRAMS = {
  service: 'ours: key, scope, region, three quotas on file, cache, metrics, usage, log',
  'service-quiet': 'the same with BACKLINE_LOG_REQUESTS=failed: no line for a good answer',
  bare: 'node:http alone, writing the same bytes and headers to everyone',
  fastify:
    'Fastify, @fastify/bearer-auth over one plain key, @fastify/rate-limit with one limit in memory; no log',
  'fastify-log': 'the same with its own log',
  nginx: 'nginx, one worker: a map of keys, limit_req, a static file, its access log',
} as const

/** The name of one program. */
export type ProgramName = keyof typeof PROGRAMS

/** All names, in the order of the report. */
export const PROGRAM_NAMES = Object.keys(PROGRAMS) as readonly ProgramName[]
