import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { DAY_MS } from '../../src/platform/time/time-units.ts'
import { PortalError } from '../../src/portal/contract/portal-error.ts'
import type { PortalKey } from '../../src/portal/contract/shapes.ts'
import {
  issued,
  OLD_KEYS,
  portalApplication,
  portalKey,
  SIGNED_IN,
} from '../harness/portal-answers.ts'
import { browsePortal } from './browse-portal.ts'
import { skip } from './open-browser.ts'
import { checkPage } from './open-portal-page.ts'

// Applications and keys in a real browser. What the portal answers is given by the test.
const SCRIPT = '<img src=x onerror="document.title=1"> & "quotes"'
let keys: PortalKey[]

describe('applications and keys, in a browser', { skip }, () => {
  const scene = browsePortal()

  /** The page of an application that has these keys, and what is made comes to them. */
  async function openApplication(...first: readonly PortalKey[]): Promise<{
    page: Page
    wrong: string[]
  }> {
    keys = [...first]
    const make = (key: PortalKey) => {
      keys.unshift(key)
      return issued(key)
    }
    Object.assign(scene.answers, {
      'sign_in.options': SIGNED_IN,
      'applications.list': () => ({ applications: [portalApplication(...keys)], max: 10 }),
      'applications.get': () => portalApplication(...keys),
      'keys.create': ({ body }: { body: Pick<PortalKey, 'name' | 'scopes' | 'regions'> }) =>
        make(portalKey({ keyId: 'bk_made', ...readKey(body) })),
      'keys.rotate': () => make(portalKey({ keyId: 'bk_made' })),
    })
    const opened = await scene.open('/portal/applications/a_bot')
    await opened.page.getByRole('heading', { name: 'Keys' }).waitFor()
    return opened
  }

  const bodyOf = (id: string) => scene.asked.findLast((one) => one.id === id)?.body
  const focusedText = (page: Page) => page.evaluate('document.activeElement.textContent')

  it('come to a newcomer by the keyboard alone: name, rights, key, line', async () => {
    let applications: ReturnType<typeof portalApplication>[] = []
    keys = []
    Object.assign(scene.answers, {
      'sign_in.options': SIGNED_IN,
      'applications.list': () => ({ applications, max: 10 }),
      'applications.create': ({ body }: { body: { name: string } }) => {
        applications = [{ ...portalApplication(), name: body.name }]
        return applications[0]
      },
      'applications.get': () => ({ ...portalApplication(...keys), name: SCRIPT }),
      'keys.create': ({ body }: { body: PortalKey }) => {
        keys = [portalKey(readKey(body))]
        return issued(portalKey())
      },
    })
    const { page, wrong } = await scene.open('/portal')
    await page.getByRole('heading', { name: 'Get your first key in a minute' }).waitFor()
    await tabTo(page, 'textbox', 'Application name')
    await page.keyboard.type(SCRIPT)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: SCRIPT, exact: true }).waitFor()
    assert.deepEqual(bodyOf('applications.create'), { name: SCRIPT })
    await tabTo(page, 'checkbox', 'Rankings')
    await page.keyboard.press('Space')
    await tabTo(page, 'checkbox', 'Japan')
    await page.keyboard.press('Space')
    await tabTo(page, 'button', 'Create key')
    await page.keyboard.press('Enter')
    const head = page.getByRole('heading', { name: 'Your key is ready' })
    await head.waitFor()
    await page.locator('h2:focus', { hasText: 'Your key is ready' }).waitFor()
    assert.deepEqual(bodyOf('keys.create'), {
      name: 'Key 1',
      scopes: ['game:rankings'],
      regions: ['jp'],
      lifetimeDays: 90,
    })
    const { text, curl } = issued(portalKey())
    await page.getByText(text, { exact: true }).waitFor()
    await page.getByText(curl, { exact: true }).waitFor()
    await checkPage(page)
    assert.equal(await page.title(), `${SCRIPT} · Backline`)
    assert.deepEqual(wrong, [])
  })

  it('begin with no right at all, and say what is missing', async () => {
    const { page } = await openApplication()
    assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 0)
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('Choose at least one scope.').waitFor()
    await page.getByText('Choose at least one region.').waitFor()
    assert.equal(bodyOf('keys.create'), undefined)
    await page.locator('[type=checkbox]:focus').waitFor()
    await checkPage(page)
    await page.getByRole('button', { name: 'Select all: What can it read?' }).click()
    assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 7)
    await page.getByRole('button', { name: 'Clear: What can it read?' }).click()
    assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 0)
  })

  it('can be made for ever, when that is chosen', async () => {
    const { page } = await openApplication()
    await page.getByRole('checkbox', { name: /Gacha/ }).check()
    await page.getByRole('checkbox', { name: /Korea/ }).check()
    await page.getByLabel('Expires after').selectOption({ label: 'Never, until you revoke it' })
    await page.getByLabel('Key name').fill('  laptop ')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('heading', { name: 'Your key is ready' }).waitFor()
    assert.deepEqual(bodyOf('keys.create'), {
      name: 'laptop',
      scopes: ['game:gacha'],
      regions: ['kr'],
      lifetimeDays: null,
    })
  })

  it('say when each key was last used, as far as that is known', async () => {
    const { page } = await openApplication(
      portalKey({ keyId: 'bk_used', name: 'used', usedAtMs: Date.UTC(2026, 10, 22, 2) }),
      portalKey({ keyId: 'bk_idle', name: 'idle', usedAtMs: null }),
    )
    const card = (name: string) => page.getByRole('article', { name })
    await card('used').getByText('within an hour of Nov 22, 2026, 11:00').waitFor()
    await card('idle').getByText('Not within the retention period').waitFor()
    keys = [portalKey({ keyId: 'bk_open', name: 'open' })]
    await page.reload()
    await card('open').waitFor()
    assert.equal(await page.getByText('Last used').count(), 0)
  })

  it('say again what is done again: those who listen hear only what is new', async () => {
    const { page } = await openApplication()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('checkbox', { name: /Rankings/ }).check()
    await page.getByRole('checkbox', { name: /Japan/ }).check()
    await page.getByRole('button', { name: 'Create key' }).click()
    const said = page.locator('.said').getByText('Copied', { exact: true })
    await page.getByRole('button', { name: 'Copy: Key' }).click()
    await said.evaluate((element) => element.setAttribute('data-first', ''))
    await page.getByRole('button', { name: 'Copy: Key' }).click()
    await page.locator('.said :not([data-first])', { hasText: 'Copied' }).waitFor()
    assert.equal(await said.count(), 1)
  })

  it('show the key once, copy it, and ask whoever leaves before saying that it is copied', async () => {
    const { page } = await openApplication()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('link', { name: 'All applications' }).click()
    await page.getByRole('link', { name: 'Cutoff bot' }).click()
    await page.getByRole('checkbox', { name: /Rankings/ }).check()
    await page.getByRole('checkbox', { name: /Japan/ }).check()
    await page.getByRole('button', { name: 'Create key' }).click()
    const { text, curl } = issued(portalKey({ keyId: 'bk_made' }))
    await page.getByRole('button', { name: 'Copy: Key' }).click()
    await page.getByText('Copied', { exact: true }).waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), text)
    await page.getByRole('button', { name: 'Copy: Try it in a terminal' }).click()
    while ((await page.evaluate('navigator.clipboard.readText()')) !== curl) {
      await page.waitForTimeout(20)
    }
    const dialog = page.getByRole('dialog', { name: 'Leave this page?' })
    await page.getByRole('link', { name: 'Audit trail' }).click()
    await dialog.getByRole('button', { name: 'Stay', exact: true }).click()
    assert.equal(await page.getByText(text, { exact: true }).count(), 1)
    await page.goBack()
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    assert.equal(new URL(page.url()).pathname, '/portal/applications/a_bot')
    await page.getByRole('button', { name: 'I have copied the key' }).click()
    await page.locator('h2:focus', { hasText: 'Keys' }).waitFor()
    assert.equal(await page.getByText(text, { exact: true }).count(), 0)
    await page.getByRole('link', { name: 'All applications' }).click()
    await page.getByRole('heading', { name: 'Applications' }).waitFor()
    assert.ok(!(await page.content()).includes(text))
    const kept = await page.evaluate(
      'JSON.stringify([localStorage, sessionStorage, history.state])',
    )
    assert.ok(!String(kept).includes(text))
  })

  it('are rotated with a day of overlap unless told, and the old one is shown as replaced', async () => {
    const { page } = await openApplication(portalKey())
    await page.getByRole('button', { name: 'Rotate: server' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rotate “server”?' })
    assert.ok(await dialog.getByRole('radio', { name: /24 hours/ }).isChecked())
    await checkPage(page)
    keys[0] = portalKey({ replacedBy: 'bk_made', expiresAtMs: Date.now() + DAY_MS })
    await dialog.getByRole('button', { name: 'Rotate' }).click()
    await page.getByText(issued(portalKey({ keyId: 'bk_made' })).text, { exact: true }).waitFor()
    assert.deepEqual(bodyOf('keys.rotate'), { overlapHours: 24 })
    await page.locator('h2:focus', { hasText: 'Your key is ready' }).waitFor()
    await page.getByText('Rotated, still valid').waitFor()
    await page.getByText('This application has two active keys, the maximum.').waitFor()
    assert.equal(await page.getByRole('button', { name: /^Rotate/ }).count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Create key' }).count(), 0)
  })

  it('end at once where a key that leaked is rotated so', async () => {
    const { page } = await openApplication(portalKey())
    await page.getByRole('button', { name: 'Rotate: server' }).click()
    await page.getByRole('radio', { name: /Immediately/ }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
    await page.getByRole('heading', { name: 'Your key is ready' }).waitFor()
    assert.deepEqual(bodyOf('keys.rotate'), { overlapHours: 0 })
  })

  it('are revoked after a question that names the key, and not by Escape', async () => {
    const { page } = await openApplication(portalKey())
    scene.answers['keys.revoke'] = () => {
      keys[0] = portalKey({ isActive: false, revokedAtMs: Date.now() })
      return keys[0]
    }
    const button = page.getByRole('button', { name: 'Revoke: server' })
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Revoke “server”?' })
    await dialog.waitFor()
    // What undoes nothing is what a hasty Enter would press.
    assert.equal(await focusedText(page), 'Cancel')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(bodyOf('keys.revoke'), undefined)
    assert.equal(await focusedText(page), 'Revoke')
    await button.click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Key revoked').waitFor()
    await page.getByText('This application has no active keys.').waitFor()
    await page.getByText('Earlier keys (1)').click()
    await page.getByText('Revoked', { exact: true }).waitFor()
    await page.locator('body :focus').waitFor()
  })

  it('say in the dialog why something could not be done, and let it be tried again', async () => {
    const { page } = await openApplication(portalKey())
    scene.answers['keys.revoke'] = new PortalError('unavailable', 'Away.', { retryAfterS: 3 })
    await page.getByRole('button', { name: 'Revoke: server' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByText('The portal is temporarily unavailable.').waitFor()
    await checkPage(page)
    scene.answers['keys.revoke'] = portalKey()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('take another expiry, and another name', async () => {
    const { page } = await openApplication(portalKey())
    scene.answers['keys.change'] = portalKey()
    await page.getByRole('button', { name: 'Change expiry: server' }).click()
    await page.getByRole('dialog').getByLabel('Expires after').selectOption({ label: '7 days' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Expiry changed').waitFor()
    const { expiresAtMs } = bodyOf('keys.change') as { readonly expiresAtMs: number }
    assert.ok(Math.abs(expiresAtMs - Date.now() - 7 * DAY_MS) < 60_000)
    await page.getByRole('button', { name: 'Rename: server' }).click()
    await page.getByRole('dialog').getByLabel('Key name').fill('')
    await page.getByRole('dialog').getByText('Enter a name').waitFor()
    await page.getByRole('dialog').getByLabel('Key name').fill(SCRIPT)
    await page.keyboard.press('Enter')
    await page.getByText('Renamed').waitFor()
    assert.deepEqual(bodyOf('keys.change'), { name: SCRIPT })
  })

  it('show every state a key can be in', async () => {
    const { page } = await openApplication(...OLD_KEYS)
    await page.getByText('Earlier keys (2)').click()
    for (const state of ['Active', 'Rotated, still valid', 'Revoked', 'Expired']) {
      assert.equal(await page.getByText(state, { exact: true }).count(), 1, state)
    }
    // A key without a name goes by its id.
    await page.getByRole('heading', { name: 'bk_over' }).waitFor()
    await checkPage(page)
  })

  it('say that a name is taken, and that an application is not there', async () => {
    const { page } = await openApplication(portalKey())
    scene.answers['applications.create'] = new PortalError('name_taken', 'Taken.')
    await page.getByRole('link', { name: 'All applications' }).click()
    await page.getByLabel('Application name').fill('Cutoff bot')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('alert').getByText('This name is already in use.').waitFor()
    scene.answers['applications.get'] = new PortalError('not_found', 'None.')
    await page.getByRole('link', { name: 'Cutoff bot' }).click()
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await checkPage(page)
  })

  it('are removed with their application, after a question that says so', async () => {
    const { page } = await openApplication(portalKey())
    scene.answers['applications.remove'] = {}
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove “Cutoff bot”?' })
    await dialog.getByText('All its keys are revoked').waitFor()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('heading', { name: 'Applications' }).waitFor()
    assert.equal(scene.asked.filter(({ id }) => id === 'applications.remove').length, 1)
  })
})

/** What a key is made with, as the portal reads it. */
function readKey({ name, scopes, regions }: Pick<PortalKey, 'name' | 'scopes' | 'regions'>) {
  return { name, scopes, regions }
}

/** What the browser's elements have, of which the tests' compiler knows nothing. */
interface Selected {
  matches(selector: string): boolean
}

/** Presses Tab until something of this role and name has the focus. */
async function tabTo(page: Page, role: 'textbox' | 'checkbox' | 'button', name: string) {
  const wanted = page.getByRole(role, { name })
  await wanted.waitFor()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await wanted.evaluate((element) => (element as unknown as Selected).matches(':focus')))
      return
    await page.keyboard.press('Tab')
  }
  assert.fail(`Tab does not come to ${name}.`)
}
