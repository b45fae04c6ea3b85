import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import {
  asks,
  EXPECTED,
  says,
  setFaults,
  testFaults,
  useSimulator,
  withServer,
} from './client-under-fault.ts'
import { backline } from './run-backline.ts'

// The TypeScript client, a server and a simulator with each of its faults, as three programs; the
// faults that need long waits are in `client-hangs.test.ts`.
const folder = temporaryFolder()

describe('the TypeScript client', () => {
  useSimulator()

  it('has an expected outcome for every fault of the simulator', () => {
    const { stderr } = backline(join(folder, 'none'), ['simulate', '--fault', 'there-is-none'])
    const listed = /Known faults: (.*)\.\n/.exec(stderr)?.[1] ?? ''
    const names = [...listed.matchAll(/(?:^|, )([a-z0-9-]+)(?:\[?=[^\]]*?\]?)?(?=, [a-z]|$)/g)]
    assert.ok(names.length > 10)
    assert.deepEqual(new Set(names.map(([, name]) => name)), new Set(Object.keys(EXPECTED)))
  })

  testFaults(Object.keys(EXPECTED).filter((name) => EXPECTED[name]?.says !== 'upstream_timeout'))

  it('recovers by itself when connections break sometimes', async () => {
    await setFaults(['reset@0.2', 'error=timeout@0.1'])
    const outcomes = await withServer((origin) => Promise.all(asks(origin, 4)))
    assert.ok(
      outcomes.every((outcome, at) => says(outcome, at, 'true')),
      outcomes.map(String).join('\n'),
    )
  })
})
