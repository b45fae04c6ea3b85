import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExampleFacts } from '../src/keyed/openapi/describe-form.ts'
import { OPERATION_IDS, type OperationId } from '../src/game/operations.ts'
import { createEmbeddedGateway } from '../src/dataset/embedded-gateway.ts'
import { drawPlainCards } from '../src/demo/cards/plain-cards-for-tests.ts'
import { createDemoDataset } from '../src/demo/demo-dataset.ts'
import { demoExample, type RawParameters } from '../src/demo/demo-example.ts'
import { closed, DEMO_TEST_MS, typedArguments } from '../src/demo/demo-for-tests.ts'
import { DEMO_IDS, demoCircleId } from '../src/demo/demo-ids.ts'

/** The demo behind the examples: its seed, wall and game time, and maximum list lengths. */
export const EXAMPLE_DEMO = {
  seed: 7,
  nowMs: DEMO_TEST_MS,
  region: 'jp',
  sizes: { boardRows: 2, searchResults: 2, announcements: 2 },
} as const

/** Parameters that shorten the examples. */
const SHORT_PARAMETERS: Partial<Record<OperationId, RawParameters>> = {
  'arena.ranking': { rankingStart: '1', rankingEnd: '2' },
  // A circle of three.
  'circle.get': { circleId: demoCircleId('jp', 10) },
  'event.ranking': { eventId: DEMO_IDS.jp.events.lasting, ranks: ['1', '2', '100'] },
}

/** Returns the demo's answer to one call of each operation. Deterministic. */
export async function demoAnswers(): Promise<Readonly<Record<OperationId, ExampleFacts>>> {
  const { seed, nowMs, region, sizes } = EXAMPLE_DEMO
  const folder = await mkdtemp(join(tmpdir(), 'backline-examples-'))
  const file = join(folder, 'dataset.db')
  await createDemoDataset({ file, seed, drawCards: drawPlainCards })
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs, after: () => () => {} }
  const gateway = createEmbeddedGateway({ file, clock, gameNowMs: () => nowMs, sizes })
  try {
    const facts: [OperationId, ExampleFacts][] = []
    for (const operation of OPERATION_IDS) {
      const parameters = { ...demoExample(operation, region), ...SHORT_PARAMETERS[operation] }
      const call = { operation, region, arguments: typedArguments(operation, parameters) }
      const reply = await gateway.read(call)
      const message = closed(operation, reply.message)
      facts.push([
        operation,
        { parameters, answer: message instanceof Uint8Array ? undefined : message },
      ])
    }
    return Object.fromEntries(facts) as Record<OperationId, ExampleFacts>
  } finally {
    gateway.close()
    await rm(folder, { recursive: true })
  }
}
