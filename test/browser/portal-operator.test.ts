import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PortalError } from '../../src/portal/contract/portal-error.ts'
import { ACCESS_REQUESTS, AUDIT, SIGNED_IN } from '../harness/portal-answers.ts'
import type { PortalFixtures } from '../harness/portal-fixtures.ts'
import {
  DETAILED,
  healthOf,
  invitationsOf,
  LISTED,
  OPERATOR_SIGNED_IN,
  operatorUsageOf,
  PLANS,
  serviceOf,
} from '../harness/portal-operator-answers.ts'
import { latencyOf } from '../harness/portal-usage-answers.ts'
import { browsePortal } from './browse-portal.ts'
import { skip } from './open-browser.ts'
import { checkPage, checkWidth } from './open-portal-page.ts'

// The operator's view in a real browser, over answers that stand still.
const NOW_MS = Date.now()
const LINK = 'https://api.example/portal/sign-in#abcdefghijklmnopqrstuvwxyz0123456789'
const ANSWERS: PortalFixtures = {
  'sign_in.options': OPERATOR_SIGNED_IN,
  'operator.service': serviceOf(NOW_MS),
  'operator.usage': operatorUsageOf(NOW_MS),
  'operator.latency': latencyOf(NOW_MS),
  'operator.health': healthOf(NOW_MS),
  'operator.developers': { developers: LISTED },
  'operator.developer': DETAILED,
  'operator.plans': { plans: PLANS },
  'operator.invitations': invitationsOf(NOW_MS),
  'operator.access_requests': { requests: [...ACCESS_REQUESTS] },
  'operator.incidents': {
    incidents: [
      {
        incidentId: 'i',
        title: 'Slow <b>answers</b>',
        impact: 'major',
        components: ['api'],
        createdAtMs: NOW_MS - 60_000,
        updates: [{ updateId: 'u', atMs: NOW_MS, state: 'identified', text: 'We know why.' }],
      },
    ],
  },
  'operator.audit': { entries: [...AUDIT] },
}
const PAGES = {
  '/portal/operator': 'Service',
  '/portal/operator/developers': 'Developers',
  '/portal/operator/developers/d_ada': 'Ada <script>alert(1)</script>',
  '/portal/operator/plans': 'Plans',
  '/portal/operator/invitations': 'Invitations',
  '/portal/operator/audit': 'Full audit trail',
}

describe('the operator’s view in a browser', { skip }, () => {
  const scene = browsePortal(ANSWERS)

  const bodies = (id: string) => scene.asked.filter((one) => one.id === id).map(({ body }) => body)

  it('is not there for whoever is no operator, and asks nothing of theirs', async () => {
    const { page } = await scene.open('/portal/operator/developers', {
      'sign_in.options': SIGNED_IN,
    })
    await page.getByText('Page not found').waitFor()
    assert.deepEqual(
      scene.asked.filter(({ id }) => id.startsWith('operator.')),
      [],
    )
  })

  it('breaks the longest name, so that no other column is pushed away', async () => {
    const name = 'x'.repeat(100)
    const [first, ...others] = LISTED
    const [application] = DETAILED.applicationList
    assert.ok(first !== undefined && application !== undefined)
    const keys = application.keys.map((key) => ({ ...key, name }))
    const { page } = await scene.open('/portal/operator/developers', {
      'operator.developers': { developers: [{ ...first, name }, ...others] },
      'operator.plans': { plans: [{ name, limits: {}, developers: 0 }] },
      'operator.developer': {
        ...DETAILED,
        name,
        applicationList: [{ ...application, name, keys }],
      },
    })
    const columns = page.locator('.scroll')
    const hiddenPx = () =>
      columns.evaluateAll((boxes) =>
        boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      )
    await columns.first().waitFor()
    assert.deepEqual(await hiddenPx(), [0])
    await page.getByRole('link', { name }).click()
    await page.getByRole('heading', { name: 'Applications and keys' }).waitFor()
    assert.ok((await hiddenPx()).every((px) => px === 0))
    await page.setViewportSize({ width: 360, height: 740 })
    await checkPage(page)
  })

  it('leads from each of its pages to the others, and holds them to the rules of access', async () => {
    const { page, wrong } = await scene.open('/portal/operator')
    for (const [path, heading] of Object.entries(PAGES)) {
      await page.goto(scene.origin + path)
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      await page.locator('main table, main form').first().waitFor()
      const nav = page.getByRole('navigation', { name: 'Operator pages' })
      assert.equal(await nav.getByRole('link').count(), 7)
      assert.equal(await nav.locator('[aria-current=page]').count(), 1)
      await checkPage(page)
    }
    assert.deepEqual(wrong, [])
  })

  it('fits on a small phone in the dark, in every language', async () => {
    const { page, wrong } = await scene.open(
      '/portal/operator',
      {},
      { viewport: { width: 320, height: 640 }, colorScheme: 'dark' },
    )
    for (const lang of ['en', 'ja', 'zh-Hant', 'zh-Hans', 'ko']) {
      for (const path of Object.keys(PAGES)) {
        await page.goto(`${scene.origin}${path}?lang=${lang}`)
        await page.locator('main table, main form').first().waitFor()
        await (lang === 'en' ? checkPage(page) : checkWidth(page))
      }
    }
    assert.deepEqual(wrong, [])
  })

  it('says how gateways and sharing are', async () => {
    const { page } = await scene.open('/portal/operator')
    const regions = page.getByRole('group', { name: 'Regions' })
    await regions.waitFor()
    const words = await regions.innerText()
    assert.match(
      words,
      /Japan\s+Responding\s+1\s+0\s+1,000\s+75% \(600 cached, 150 shared\)\s+250\s+3/,
    )
    assert.match(words, /English\s+Circuit open after repeated failures/)
    assert.match(words, /Taiwan\s+Not called yet\s+0\s+0\s+0\s+None/)
    assert.match(words, /1\.2 sec\s+9\.9 sec/)
    await page.getByRole('link', { name: 'Mallory' }).click()
    await page.waitForURL(/\/developers\/d_mallory$/)
  })

  it('finds developers, and shows first who waits for approval', async () => {
    const { page } = await scene.open('/portal/operator/developers')
    const rows = page.getByRole('group', { name: 'Developers' }).locator('tbody tr')
    await rows.first().waitFor()
    assert.match(await rows.first().innerText(), /Linus \(self-registered\)\s+Awaiting approval/)
    await page.getByText('892').waitFor()
    assert.match(await rows.nth(1).innerText(), /Active[^]*2,779\s+892$/)
    await page.getByLabel('Search by name or ID').fill('MALL')
    await page.getByText('1 of 3 developers').waitFor()
    assert.match(await rows.innerText(), /Mallory\s+Suspended\s+large/)
    await page.getByLabel('State').selectOption('active')
    await page.getByText('No matching developers.').waitFor()
  })

  it('suspends a developer only when told twice, and then shows what is so', async () => {
    const { page } = await scene.open('/portal/operator/developers/d_ada', {
      'operator.suspend': { ...DETAILED, state: 'suspended' },
      'operator.reinstate': DETAILED,
    })
    const suspend = page.locator('main').getByRole('button', { name: 'Suspend' })
    await suspend.click()
    const dialog = page.getByRole('dialog', { name: 'Suspend Ada <script>alert(1)</script>?' })
    await dialog.waitFor()
    await checkPage(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(bodies('operator.suspend'), [])
    await suspend.click()
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await page.getByText('Developer suspended').waitFor()
    await page.getByRole('button', { name: 'Reinstate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reinstate' }).click()
    await suspend.waitFor()
    assert.equal(bodies('operator.suspend').length, 1)
    assert.equal(bodies('operator.reinstate').length, 1)
  })

  it('says in the dialog why something could not be done, and lets it be tried again', async () => {
    const { page } = await scene.open('/portal/operator/developers/d_ada', {
      'operator.suspend': new PortalError('last_one', 'The last operator.'),
    })
    await page.locator('main').getByRole('button', { name: 'Suspend' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await dialog.getByRole('alert').waitFor()
    assert.match(await dialog.getByRole('alert').innerText(), /last person who can sign in/)
    scene.answers['operator.suspend'] = { ...DETAILED, state: 'suspended' }
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('changes of plan and limits what was changed, and sends nothing that can be no limit', async () => {
    const { page } = await scene.open('/portal/operator/developers/d_ada', {
      'operator.change_developer': {
        ...DETAILED,
        plan: 'large',
        ownLimits: { day: 20_000 },
        limits: { minute: 600, day: 20_000, concurrency: 20 },
      },
    })
    const form = page.getByRole('region', { name: 'Plan and limits' })
    await form.getByLabel('Per day').fill('many')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Enter a whole number from 1').waitFor()
    assert.deepEqual(bodies('operator.change_developer'), [])
    await form.getByLabel('Per day').fill('20,000')
    await form.getByLabel('Per minute').fill('')
    await form.getByLabel('Plan').selectOption('large')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. Takes effect within seconds.').waitFor()
    assert.deepEqual(bodies('operator.change_developer'), [
      { plan: 'large', limits: { minute: null, day: 20_000 } },
    ])
    assert.match(await form.innerText(), /Per day\s+20,000/)
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Nothing changed.').waitFor()
    assert.equal(bodies('operator.change_developer').length, 1)
  })

  it('revokes a key of a developer', async () => {
    const [application] = DETAILED.applicationList
    const [key] = application?.keys ?? []
    assert.ok(application && key)
    const revoked = { ...key, isActive: false, revokedAtMs: NOW_MS }
    const { page } = await scene.open('/portal/operator/developers/d_ada', {
      'operator.revoke_key': revoked,
    })
    await page.getByRole('button', { name: 'Revoke key production (Q2h4b3RLZXkx)' }).click()
    scene.answers['operator.developer'] = {
      ...DETAILED,
      applicationList: [{ ...application, keys: [revoked] }],
    }
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.locator('td', { hasText: /^Revoked/ }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Revoke/ }).count(), 0)
  })

  it('makes, changes and removes plans', async () => {
    const { page } = await scene.open('/portal/operator/plans', {
      'operator.set_plan': ({ body: { name } }) => ({ name, limits: {}, developers: 0 }),
      'operator.remove_plan': {},
    })
    await page.getByRole('button', { name: 'Save plan' }).click()
    await page.getByText('Enter a name.').waitFor()
    await page.getByLabel('Name').fill(' medium ')
    await page.getByLabel('Per minute').fill('100')
    await page.keyboard.press('Enter')
    await page.getByText('Plan medium saved.').waitFor()
    await page.getByRole('button', { name: 'Edit plan small' }).click()
    await page.getByRole('heading', { name: 'Edit plan small' }).waitFor()
    await page.getByLabel('Per day').fill('')
    await page.getByRole('button', { name: 'Save plan' }).click()
    await page.getByText('Plan small saved.').waitFor()
    assert.deepEqual(bodies('operator.set_plan'), [
      { name: 'medium', limits: { minute: 100 } },
      { name: 'small', limits: { day: null } },
    ])
    await page.getByRole('button', { name: 'Remove plan large' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove plan large?' })
    assert.match(await dialog.innerText(), /Developers on this plan: 1\./)
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Plan large removed').waitFor()
    assert.deepEqual(bodies('operator.remove_plan'), [{ name: 'large' }])
  })

  it('shows a sign-in link once, and asks before it is gone', async () => {
    const { page } = await scene.open('/portal/operator/invitations', {
      'operator.invite': { invitationId: 'v_9', link: LINK, expiresAtMs: NOW_MS + 3_600_000 },
    })
    await page.getByLabel('Developer name').fill('Linus')
    await page.getByLabel(/Make this developer an operator/).check()
    await page.getByRole('button', { name: 'Create link' }).click()
    await page.getByText(LINK).waitFor()
    assert.deepEqual(bodies('operator.invite'), [{ name: 'Linus', isOperator: true }])
    await checkPage(page)
    await page.getByRole('link', { name: 'Plans' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave this page?' })
    await dialog.getByRole('button', { name: 'Stay', exact: true }).click()
    await page.getByText(LINK).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Create link' }).waitFor()
    assert.equal(await page.getByText(LINK).count(), 0)
    await page.getByRole('link', { name: 'Plans' }).click()
    await page.waitForURL(/\/operator\/plans$/)
  })

  it('withdraws a link that is open, and offers it for no other', async () => {
    const { page } = await scene.open('/portal/operator/invitations', {
      'operator.withdraw_invitation': {},
    })
    const withdraw = page.getByRole('button', { name: /^Withdraw/ })
    await withdraw.waitFor()
    assert.equal(await withdraw.count(), 1)
    await withdraw.click()
    scene.answers['operator.invitations'] = { invitations: [] }
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('No sign-in links yet.').waitFor()
    assert.equal(bodies('operator.withdraw_invitation').length, 1)
    // The table is gone with its last row.
    await page.locator('h1:focus', { hasText: 'Invitations' }).waitFor()
  })

  it('asks before it makes a link for a developer who has the name already', async () => {
    const stranger = { ...DETAILED, name: 'Linus', developerId: 'd_linus', isSelfRegistered: true }
    const { page } = await scene.open('/portal/operator/invitations', {
      'operator.invite': ({ body }) =>
        body.developerId === undefined
          ? new PortalError('developer_exists', 'There is one.')
          : { invitationId: 'v_9', link: LINK, expiresAtMs: NOW_MS + 3_600_000 },
      'operator.find_developer': stranger,
    })
    await page.getByLabel('Developer name').fill('Linus')
    await page.getByRole('button', { name: 'Create link' }).click()
    await page.locator('h2:focus', { hasText: 'A developer named Linus already exists' }).waitFor()
    const shown = await page.locator('.operator-link').innerText()
    for (const fact of [/dev_d_linus/, /Without an operator/, /Active/, /ada@example\.com/]) {
      assert.match(shown, fact)
    }
    assert.deepEqual(bodies('operator.invite'), [{ name: 'Linus' }])
    await page.getByRole('button', { name: 'Create link for this developer' }).click()
    await page.getByText('Sign-in link for Linus').waitFor()
    assert.deepEqual(bodies('operator.invite').slice(1), [{ developerId: 'd_linus' }])
  })

  it('leaves whoever uses keys at the table when the pressed button goes away with its row', async () => {
    const { page } = await scene.open('/portal/operator/invitations', {
      'operator.withdraw_invitation': {},
    })
    const [, used] = invitationsOf(NOW_MS).invitations
    assert.ok(used !== undefined)
    await page.getByRole('button', { name: /^Withdraw/ }).click()
    scene.answers['operator.invitations'] = { invitations: [used] }
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await page.locator('.scroll:focus', { hasText: 'Grace' }).waitFor()
    assert.equal(await page.getByRole('row', { name: /Linus/ }).count(), 0)
  })

  it('shows the audit trail of all, or of one developer', async () => {
    const { page } = await scene.open('/portal/operator/developers/d_ada')
    await page.locator('main').getByRole('link', { name: 'Audit trail', exact: true }).click()
    await page.getByText('Only entries about Ada').waitFor()
    await page.getByText('Leaked key revoked').waitFor()
    const lastQuery = () => ({
      ...(scene.asked.findLast(({ id }) => id === 'operator.audit')?.query as object),
    })
    assert.deepEqual(lastQuery(), { limit: 50, developerId: 'd_ada' })
    await page.getByRole('link', { name: 'Show all' }).click()
    await page.getByText('Only entries about').waitFor({ state: 'detached' })
    await page.getByText('Leaked key revoked').waitFor()
    assert.deepEqual(lastQuery(), { limit: 50 })
  })
})
