import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PROVIDER_PROBLEMS } from '../../src/portal/contract/provider-problem.ts'
import { PortalError } from '../../src/portal/contract/portal-error.ts'
import { PORTAL_DEVELOPER, SIGNED_IN, SIGNED_OUT } from '../harness/portal-answers.ts'
import { browsePortal } from './browse-portal.ts'
import { skip } from './open-browser.ts'
import { checkPage } from './open-portal-page.ts'

// How people come in, in a real browser. What the portal answers is given by the test.
const SECRET = 'kQ7pZx0vY3mN8sT1wB5cD2fG6hJ4lR9aE-uV_iO0qXy'

describe('signing in, in a browser', { skip }, () => {
  const scene = browsePortal()

  const asks = () => scene.asked.map(({ id }) => id)

  /** What a link answers that is good; once it was used, its developer is signed in. */
  function acceptLink(): void {
    scene.answers['sign_in.options'] = SIGNED_OUT
    scene.answers['sign_in.look'] = {
      name: PORTAL_DEVELOPER.name,
      isOperator: false,
      expiresAtMs: Date.now() + 3_600_000,
    }
    scene.answers['sign_in.link'] = () => {
      scene.answers['sign_in.options'] = SIGNED_IN
      return PORTAL_DEVELOPER
    }
    scene.answers['applications.list'] = { applications: [], max: 10 }
  }

  it('by a link takes the secret out of the address bar, and asks before it uses it up', async () => {
    acceptLink()
    const { page, wrong } = await scene.open(`/portal/sign-in#${SECRET}`)
    await page.getByRole('heading', { name: `Sign in as ${PORTAL_DEVELOPER.name}?` }).waitFor()
    assert.equal(page.url(), `${scene.origin}/portal/sign-in`)
    assert.equal(await page.evaluate('history.length'), 2)
    assert.ok(!(await page.content()).includes(SECRET))
    assert.deepEqual(asks().sort(), ['sign_in.look', 'sign_in.options'])
    await checkPage(page)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Get your first key in a minute' }).waitFor()
    assert.deepEqual(scene.asked.find(({ id }) => id === 'sign_in.link')?.body, { token: SECRET })
    assert.equal(page.url(), `${scene.origin}/portal`)
    const kept = await page.evaluate('JSON.stringify([localStorage, sessionStorage])')
    assert.ok(!String(kept).includes(SECRET))
    assert.deepEqual(wrong, [])
  })

  it('by an operator link shows who else can sign in before it goes on', async () => {
    acceptLink()
    scene.answers['sign_in.link'] = () => {
      scene.answers['sign_in.options'] = SIGNED_IN
      const persons = [{ identityId: 'i_1', name: 'mallory', createdAtMs: 1_780_000_000_000 }]
      return { ...PORTAL_DEVELOPER, otherAccess: { persons, links: 2, endedSessions: 1 } }
    }
    const { page } = await scene.open(`/portal/sign-in#${SECRET}`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.locator('h2:focus', { hasText: 'Who else can sign in' }).waitFor()
    const shown = await page.locator('main').innerText()
    for (const text of [/mallory/, /links still valid: 2/, /sessions ended: 1/]) {
      assert.match(shown, text)
    }
    await checkPage(page)
    await page.getByRole('button', { name: 'Open the account page' }).click()
    await page.locator('h1', { hasText: 'Account' }).waitFor()
  })

  it('by a link that is opened where the page is shown already works too', async () => {
    acceptLink()
    const { page } = await scene.open('/portal/sign-in')
    await page.getByRole('link', { name: 'Sign in with Example ID' }).waitFor()
    await page.goto(`${scene.origin}/portal/sign-in#${SECRET}`)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    assert.equal(page.url(), `${scene.origin}/portal/sign-in`)
  })

  it('says that a link is over, and what to do then', async () => {
    scene.answers['sign_in.options'] = SIGNED_OUT
    scene.answers['sign_in.look'] = new PortalError('link_over', 'Over.')
    const { page } = await scene.open(`/portal/sign-in#${SECRET}`)
    await page.getByRole('alert').getByText('Ask the operator who sent it').waitFor()
    await checkPage(page)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: 'Sign in with Example ID' }).waitFor()
  })

  it('says how long to wait after too many tries', async () => {
    scene.answers['sign_in.options'] = SIGNED_OUT
    scene.answers['sign_in.look'] = new PortalError('too_many_requests', 'Often.', {
      retryAfterS: 42,
    })
    const { page } = await scene.open(`/portal/sign-in#${SECRET}`)
    await page.getByText(/Try again in 42\ss\./).waitFor()
  })

  it('warns whoever is signed in that the link ends that', async () => {
    acceptLink()
    scene.answers['sign_in.options'] = SIGNED_IN
    const { page } = await scene.open(`/portal/sign-in#${SECRET}`)
    await page
      .getByText(`You are signed in as ${PORTAL_DEVELOPER.name}. Signing in ends that session.`)
      .waitFor()
  })

  it('leads to the provider and back to where one wanted to be, and nowhere else', async () => {
    scene.answers['sign_in.options'] = SIGNED_OUT
    const { page } = await scene.open('/portal/audit')
    const link = page.getByRole('link', { name: 'Sign in with Example ID' })
    await link.waitFor()
    assert.equal(new URL(page.url()).searchParams.get('to'), '/portal/audit')
    assert.equal(await link.getAttribute('href'), '/portal/sign-in/provider?to=%2Fportal%2Faudit')
    for (const to of [
      '//evil.example',
      'https://evil.example/portal',
      '/\\evil.example',
      '/portal//evil.example',
      '/portalevil',
      'javascript:alert(1)',
      '/portal/\n//evil.example',
    ]) {
      await page.goto(`${scene.origin}/portal/sign-in?${new URLSearchParams({ to })}`)
      await link.waitFor()
      assert.equal(await link.getAttribute('href'), '/portal/sign-in/provider?to=%2Fportal', to)
    }
  })

  it('is asked for again when the session ends, and leads back', async () => {
    scene.answers['sign_in.options'] = SIGNED_IN
    scene.answers['audit.list'] = { entries: [], next: '1' }
    const { page } = await scene.open('/portal/audit')
    await page.getByText('No entries yet.').waitFor()
    scene.answers['sign_in.options'] = SIGNED_OUT
    await page.getByLabel(/^Your account/).click()
    await page.getByRole('link', { name: 'Account' }).click()
    await page.getByRole('link', { name: 'Sign in with Example ID' }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('to'), '/portal/account')
  })

  it('says why somebody came back from the provider without a session', async () => {
    scene.answers['sign_in.options'] = SIGNED_OUT
    const { page } = await scene.openPage()
    const said = new Set<string>()
    for (const problem of PROVIDER_PROBLEMS) {
      await page.goto(`${scene.origin}/portal/sign-in?problem=${problem}`)
      said.add(await page.getByRole('alert').innerText())
    }
    assert.equal(said.size, PROVIDER_PROBLEMS.length)
    await page.goto(`${scene.origin}/portal/sign-in?problem=<b>toString`)
    await page.getByRole('link', { name: 'Sign in with Example ID' }).waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
  })

  it('tells a newcomer without a provider whom to ask', async () => {
    scene.answers['sign_in.options'] = {
      registration: 'invitation',
      canRequestAccess: false,
      apiOrigin: 'https://api.example',
    }
    const { page } = await scene.open('/portal')
    await page.getByText('Ask the operator for a sign-in link').waitFor()
    await page.getByText('backline developers invite').waitFor()
  })

  it('says that an account waits, and offers no key', async () => {
    const developer = { ...PORTAL_DEVELOPER, state: 'waiting' } as const
    scene.answers['sign_in.options'] = { ...SIGNED_IN, developer }
    scene.answers['applications.get'] = {
      applicationId: 'a',
      name: 'Bot',
      createdAtMs: 0,
      keys: [],
    }
    const { page } = await scene.open('/portal/applications/a')
    await page.getByText('Your account is awaiting approval.').waitFor()
    await page.getByRole('heading', { name: 'Bot' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Create key' }).count(), 0)
  })
})
