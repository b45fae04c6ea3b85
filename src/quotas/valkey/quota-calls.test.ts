import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Router } from '../../platform/valkey/cluster-router.ts'
import { createQuotaCalls } from './quota-calls.ts'
import { quotaScripts } from './quota-scripts.ts'
import { ServerError } from '../../platform/valkey/valkey-connection.ts'

/** Creates calls to a server that has lost its scripts, and records what it is sent. */
function restarted() {
  const sent: string[] = []
  const call: Router['call'] = async (_key, [name = '', ...words], _attempt, isAnswer) => {
    sent.push(name)
    if (name === 'EVALSHA') throw new ServerError('NOSCRIPT No matching script.')
    const isRead = words.at(-1)?.startsWith('read') ?? false
    const reply = isRead ? [0, 0, 0, 0, 0, 0, 0, 0, words.at(-1) ?? ''] : 1
    assert.ok(isAnswer(reply))
    return reply
  }
  return { sent, calls: createQuotaCalls({ call }, quotaScripts('0'), 15_000) }
}

const attempt = { untilMs: 100, outcomeUnknown: false }

describe('a server that was restarted without its scripts', () => {
  it('gets the script text with the repeated call', async () => {
    const { sent, calls } = restarted()
    const none = { index: 0, count: 0 }
    await calls.read('ann', { minute: none, day: none, own: 0 }, attempt)
    assert.deepEqual(sent, ['EVALSHA', 'EVAL'])
  })

  it('restores leases in one command, before any of them can be released', async () => {
    const { sent, calls } = restarted()
    await calls.restore('ann', [['a', 10_000]], attempt)
    assert.deepEqual(sent, ['EVAL'])
  })
})
