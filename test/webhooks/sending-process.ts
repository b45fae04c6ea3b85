import process from 'node:process'
import { systemPlatform } from '../../src/platform/platform.ts'
import { createAttemptDelivery } from '../../src/webhooks/delivery/attempt-delivery.ts'
import { createPostMessage } from '../../src/webhooks/delivery/post-message.ts'
import { Sender } from '../../src/webhooks/delivery/sender.ts'
import { openOutbox } from './outbox-fixture.ts'

// A process that sends the outbox of a data directory until it is killed: `sending-process.ts
// FOLDER PORT`.

const [, , folder = '', port = ''] = process.argv
const { clock } = systemPlatform
const { outbox, accounts, acquire } = await openOutbox(folder, clock)
const rules = { ports: [Number(port)], allowsPrivate: true }
const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
const sender = new Sender({
  outbox,
  lease: await acquire(),
  clock,
  attempt: createAttemptDelivery({
    sealedTexts: accounts.sealedTexts,
    clock,
    post: createPostMessage({ clock, resolve, rules }),
    renderBody: ({ content }) => JSON.stringify(content),
    userAgent: 'test',
    observe: () => {},
  }),
  onLost: () => process.exit(3),
  onFailure: (error) => {
    throw error
  },
})
process.on('SIGTERM', () => void sender.end())
