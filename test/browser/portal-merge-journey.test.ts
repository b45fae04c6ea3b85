import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { freePort } from '../../scripts/cluster/free-port.ts'
import { LANGUAGES } from '../../src/platform/language.ts'
import { startOidcProvider, type OidcProvider } from '../harness/start-oidc-provider.ts'
import { skip } from './open-browser.ts'
import { checkPage, openPortalPage } from './open-portal-page.ts'
import { button, startPortalServer, type PortalServer } from './start-portal-server.ts'
import { tabTo } from './tab-to.ts'

// One human who signed in as two people: the operator merges them with the keyboard of a phone, and
// removes one of the persons. The provider and the server are real.
let portal: PortalServer
let provider: OidcProvider

before(async () => {
  if (skip !== false) return
  const port = await freePort()
  portal = await startPortalServer({
    BACKLINE_OIDC_ISSUER: `http://127.0.0.1:${port}`,
    BACKLINE_OIDC_CLIENT_ID: 'backline',
    BACKLINE_OIDC_NAME: 'Example ID',
    BACKLINE_PORTAL_REGISTRATION: 'open',
  })
  provider = await startOidcProvider({ port, portalOrigin: portal.server.origin })
})
after(async () => {
  if (skip !== false) return
  await provider.stop()
  await portal.stop()
})

const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 } }

/** Signs a person in at the provider, in a browser of their own. */
async function signIn(name: string): Promise<Page> {
  await provider.become({ subject: name, claims: { name } })
  const { page } = await openPortalPage(portal.browser, portal.server.origin, PHONE)
  await page.goto(`${portal.server.origin}/portal/sign-in`)
  await page.getByRole('link', { name: 'Sign in with Example ID' }).click()
  await page.getByRole('heading', { name: 'Get your first key in a minute' }).waitFor()
  return page
}

/** Returns the id of a developer. */
function idOf(name: string): string {
  const { stdout } = portal.run('developers', 'list', '--json')
  const developers = JSON.parse(stdout) as readonly {
    readonly name: string
    readonly id: string
  }[]
  return developers.find((developer) => developer.name === name)?.id ?? ''
}

describe('an operator', { skip }, () => {
  it('merges two accounts and removes a person with the keyboard, on a phone', async () => {
    const [work, home] = ['Mei at work', 'Mei at home']
    const workPage = await signIn(work)
    await signIn(home)
    const operator = await portal.signInOperator('Olga')
    const { page, wrong } = operator
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('heading', { name: 'Get your first key in a minute' }).waitFor()
    await page.goto(`${portal.server.origin}/portal/operator/developers/${idOf(work)}`)
    await page.getByRole('heading', { name: work }).waitFor()
    await checkPage(page)

    await tabTo(page, 'Merge into another account')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Continue')
    await page.keyboard.press('Enter')
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('No such account')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await checkPage(page)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(home)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: `Merge ${work} into ${home}?` })
    await dialog.waitFor()
    await checkPage(page)
    // Escape changes nothing, and returns to the field.
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.locator('input:focus, button:focus').waitFor()
    await tabTo(page, 'Continue')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Merge', 'exact')
    await page.keyboard.press('Enter')

    await page.locator('h1:focus', { hasText: home }).waitFor()
    await button(page, `Remove ${work}`).waitFor()
    await checkPage(page)
    await workPage.reload()
    await workPage.getByRole('link', { name: 'Sign in with Example ID' }).waitFor()

    await tabTo(page, `Remove ${work}`)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: `Remove ${work}?` }).waitFor()
    await checkPage(page)
    await tabTo(page, 'Remove', 'exact')
    await page.keyboard.press('Enter')
    await button(page, `Remove ${work}`).waitFor({ state: 'detached' })
    await button(page, `Remove ${home}`).waitFor()
    await page.locator('h1:focus').waitFor()
    // The browser reports the 404 of the name that is nobody's.
    assert.deepEqual(
      wrong.filter((text) => !text.includes('404')),
      [],
    )
  })

  it('sees these forms in each language without anything that sticks out', async () => {
    const { page, wrong } = await portal.signInOperator('Otto')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('heading', { name: 'Get your first key in a minute' }).waitFor()
    const path = `/portal/operator/developers/${idOf('Mei at home')}`
    const texts = new Set<string>()
    for (const language of LANGUAGES) {
      await page.goto(`${portal.server.origin}${path}?lang=${language}`)
      const people = page.locator('.operator-people button').first()
      await people.waitFor()
      await page.locator('details > summary').last().click()
      await checkPage(page, 'layout')
      await people.click()
      texts.add(await page.getByRole('dialog').innerText())
      await checkPage(page, 'layout')
    }
    assert.equal(texts.size, LANGUAGES.length)
    assert.deepEqual(wrong, [])
  })
})
