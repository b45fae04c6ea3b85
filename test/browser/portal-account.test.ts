import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  AUDIT,
  IDENTITIES,
  MADE_MS,
  SESSIONS,
  SIGNED_IN,
  SIGNED_OUT,
} from '../harness/portal-answers.ts'
import { browsePortal } from './browse-portal.ts'
import { skip } from './open-browser.ts'
import { checkPage } from './open-portal-page.ts'

// The account, the audit trail and the box for leaked keys in a real browser.

describe('the account, in a browser', { skip }, () => {
  const scene = browsePortal()

  async function openAccount() {
    Object.assign(scene.answers, {
      'sign_in.options': SIGNED_IN,
      'sessions.list': SESSIONS,
      'identities.list': IDENTITIES,
    })
    const opened = await scene.open('/portal/account')
    await opened.page.getByRole('cell', { name: 'This browser' }).waitFor()
    return opened
  }

  it('says where else one is signed in, and ends it there', async () => {
    const { page, wrong } = await openAccount()
    await page.getByRole('rowheader', { name: 'Chrome on Linux' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Sign out: / }).count(), 1)
    scene.answers['sessions.end'] = {}
    await page.getByRole('button', { name: 'Sign out: Safari on iOS' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign out of Safari on iOS?' })
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('Session ended').waitFor()
    scene.answers['sessions.end_others'] = { ended: 1 }
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
    await page.getByText('1 session ended').waitFor()
    assert.deepEqual(wrong, [])
  })

  it('says who may sign in, leads to adding somebody, and removes', async () => {
    const { page } = await openAccount()
    const add = page.getByRole('link', { name: 'Add a person with Example ID' })
    assert.equal(
      await add.getAttribute('href'),
      '/portal/sign-in/provider?to=%2Fportal%2Faccount&add',
    )
    scene.answers['identities.remove'] = {}
    await page.getByRole('button', { name: 'Remove: ada@example.org' }).click()
    scene.answers['identities.list'] = { identities: [] }
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('An operator’s sign-in link is the only way in.').waitFor()
  })

  it('is left by signing out, and shows nothing more', async () => {
    const { page } = await openAccount()
    scene.answers['sign_in.out'] = () => {
      scene.answers['sign_in.options'] = SIGNED_OUT
      return {}
    }
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('link', { name: 'Sign in with Example ID' }).waitFor()
    assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, '/portal/sign-in')
    assert.equal(await page.getByRole('navigation', { name: 'Sections' }).count(), 0)
    await page.goBack()
    await page.getByRole('link', { name: 'Sign in with Example ID' }).waitFor()
  })

  it('has an audit trail in words, of which older entries come when asked for', async () => {
    Object.assign(scene.answers, {
      'sign_in.options': SIGNED_IN,
      'audit.list': ({ query }: { query: { before?: string } }) =>
        query.before === undefined
          ? { entries: AUDIT, next: '2' }
          : {
              entries: [
                { auditId: '1', atMs: MADE_MS, action: 'key.rotated', by: 'command', details: {} },
              ],
            },
    })
    const { page, wrong } = await scene.open('/portal/audit')
    await page.getByRole('cell', { name: 'Leaked key revoked: bk_gone' }).waitFor()
    await page.getByRole('cell', { name: 'Developer Ada <script>alert(1)</script>' }).waitFor()
    await page.getByRole('button', { name: 'Older entries' }).click()
    await page.getByRole('cell', { name: 'Key rotated' }).waitFor()
    await page.getByText('No older entries.').waitFor()
    assert.equal(await page.getByRole('row').count(), 1 + AUDIT.length + 1)
    assert.deepEqual(scene.asked.findLast(({ id }) => id === 'audit.list')?.query, {
      before: '2',
      limit: 50,
    })
    assert.deepEqual(wrong, [])
  })

  it('is not needed to end keys that leaked', async () => {
    scene.answers['sign_in.options'] = SIGNED_OUT
    scene.answers['leaked_keys.revoke'] = ({ body }) => ({
      keys: body.text.includes('bk_live')
        ? [{ keyId: 'bk_gone', revokedAtMs: MADE_MS, wasActive: true }]
        : [],
    })
    const { page } = await scene.open('/portal/sign-in')
    await page.getByRole('link', { name: 'Revoke a leaked key' }).click()
    const box = page.getByLabel('Key, or text that contains keys')
    const submit = page.getByRole('button', { name: 'Revoke keys' })
    await submit.click()
    await page.getByText('Paste a key first.').waitFor()
    assert.deepEqual(
      scene.asked.filter(({ id }) => id === 'leaked_keys.revoke'),
      [],
    )
    await box.fill('nothing of the kind')
    await submit.click()
    await page.getByText('This text contains no key of this service.').waitFor()
    await checkPage(page)
    await box.fill('export KEY=bk_live_gone_…')
    await submit.click()
    await page.getByText('1 key found. It no longer works.').waitFor()
    await page.getByText('bk_gone: revoked now').waitFor()
    assert.equal(await box.inputValue(), '')
    await checkPage(page)
  })
})
