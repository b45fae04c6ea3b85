import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { skip } from './open-browser.ts'
import { checkPage } from './open-portal-page.ts'
import { button, startPortalServer, type PortalServer } from './start-portal-server.ts'

// A webhook from its creation to a message that is sent again, by keyboard, over a real server.
interface Received {
  readonly headers: Record<string, string>
  readonly body: string
}

const received: Received[] = []
const receiver = createServer((request, response) => void receive(request, response))
async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request)
  received.push({ headers: request.headers as Record<string, string>, body })
  response.end('thank you')
}

let portal: PortalServer
let url: string

before(async () => {
  if (skip !== false) return
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  url = `http://127.0.0.1:${port}/secret-path`
  portal = await startPortalServer({
    BACKLINE_WEBHOOKS_PRIVATE: 'on',
    BACKLINE_WEBHOOKS_PORTS: String(port),
  })
})
after(async () => {
  if (skip !== false) return
  receiver.close()
  await portal.stop()
})

describe('a webhook in the portal', { skip }, () => {
  it('is created, tested, read in the log, sent again and changed, by keyboard', async () => {
    const { page, wrong } = await portal.signInOperator('Hana')
    const press = async (name: string) => {
      await button(page, name).focus()
      await page.keyboard.press('Enter')
    }
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByText('You have no webhooks yet.').waitFor()
    await press('New webhook')
    await page.getByLabel('Name').focus()
    await page.keyboard.type('Cutoffs')
    await page.keyboard.press('Enter')
    await page.getByText('Enter an address that starts with https://').waitFor()
    await page.locator('input[type=url]:focus').waitFor()
    await page.keyboard.type(url)
    await page.keyboard.press('Enter')

    const secret = page.getByRole('region', { name: 'Signing secret' })
    await secret.waitFor()
    const [signingSecret = ''] = /whsec_[A-Za-z0-9+/=]+/.exec(await secret.innerText()) ?? []
    await press('I have copied the secret')
    await secret.waitFor({ state: 'detached' })
    assert.ok(!(await page.content()).includes(signingSecret))
    assert.ok(!(await page.content()).includes('secret-path'))

    await page.getByRole('heading', { name: 'Cutoffs' }).waitFor()
    const log = page.getByRole('region', { name: 'Deliveries' })
    await log.getByText('Nothing has been sent yet').waitFor()
    await press('Send test')
    await log.getByText('Delivered').waitFor()
    const [sent] = received
    assert.ok(sent !== undefined)
    new Webhook(signingSecret).verify(sent.body, sent.headers)

    await log.locator('summary').focus()
    await page.keyboard.press('Enter')
    await log.getByText('HTTP 200').waitFor()
    await log.getByText('thank you').waitFor()
    await checkPage(page)
    await press('Send again')
    await log.getByText('Attempts: 2').waitFor()
    assert.deepEqual(
      received.map(({ headers }) => headers['webhook-id']),
      [sent.headers['webhook-id'], sent.headers['webhook-id']],
    )

    await press('Edit')
    await page.getByLabel('Add condition').selectOption('announcement.published')
    await press('Add condition')
    for (const category of ['Gacha', 'Maintenance']) {
      await page.getByRole('checkbox', { name: category }).focus()
      await page.keyboard.press('Space')
    }
    await checkPage(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await checkPage(page, 'layout')
    await press('Save')
    await page.getByText('New announcement: Gacha and Maintenance').waitFor()
    await page.reload()
    await page.getByText('New announcement: Gacha and Maintenance').waitFor()
    assert.deepEqual(wrong, [])
  })
})
