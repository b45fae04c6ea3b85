import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Answer } from './connection.ts'
import { createQuotaCalls } from './quota-calls.ts'
import { quotaScripts } from './quota-scripts.ts'
import { ServerError } from './server-error.ts'

/** A server that has lost its scripts, and what it was sent. */
function restarted() {
  const sent: string[] = []
  const call = async (_: string, [name = '']: readonly string[]): Promise<Answer> => {
    sent.push(name)
    if (name === 'EVALSHA') throw new ServerError('NOSCRIPT No matching script.')
    return [0, 0, 0, 0, 0, 0, 0]
  }
  return { sent, calls: createQuotaCalls({ call }, quotaScripts('0'), 15_000) }
}

const attempt = { untilMs: 100, maybeDone: false }

describe('a server that was restarted without its scripts', () => {
  it('is told them, and asked again', async () => {
    const { sent, calls } = restarted()
    const none = { index: 0, count: 0 }
    await calls.read('ann', { minute: none, day: none, own: 0 }, attempt)
    assert.deepEqual(sent, ['EVALSHA', 'EVAL'])
  })

  it('gets leases back in one command, before which none of them can have been given back', async () => {
    const { sent, calls } = restarted()
    await calls.restore('ann', [['a', 10_000]], attempt)
    assert.deepEqual(sent, ['EVAL'])
  })
})
