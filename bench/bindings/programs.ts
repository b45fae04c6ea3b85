/** The programs that are compared, in the order of the report, and what each one is. */
export const PROGRAMS = {
  'bare-node': 'node:http writing the same bytes, no service (baseline)',
  'bare-fastify': 'Fastify writing the same bytes, no service',
  node: 'the service on node:http, by src/http/listen.ts',
  fastify: 'the service on Fastify, which hands over everything it finds no route for',
} as const

/** The name of one program. */
export type ProgramName = keyof typeof PROGRAMS

/** All names, in the order of the report. */
export const PROGRAM_NAMES = Object.keys(PROGRAMS) as readonly ProgramName[]

/** The program that all others are divided by. */
export const BASELINE = 'bare-node' satisfies ProgramName
