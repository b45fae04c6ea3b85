import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { backline } from '../acceptance/run-backline.ts'
import type { Browser } from '../harness/create-browser.ts'
import { signInGuest, type PortalGuest } from '../harness/portal-guest.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { SESSION_COOKIE, startPortal, type PortalUnderTest } from './start-portal.ts'

// An attacker registers first, under the name of a developer whom the operator is about to grant
// something.

const folder = temporaryFolder()
const PORTAL = { BACKLINE_PORTAL_URL: 'https://portal.example.org' }
let portal: PortalUnderTest
let operator: Browser
let loadGenerator: PortalGuest

before(async () => {
  portal = await startPortal({ folder })
  operator = await portal.signIn({ isOperator: true })
  loadGenerator = await signInGuest(portal.accounts)
})
after(() => portal.stop())

const entryOf = async (developerId: string) =>
  (await portal.accounts.developers.findById(developerId)) ?? assert.fail()
const command = (...words: string[]) => backline(portal.config.dataDir, words, PORTAL)
const browserOf = ({ token }: PortalGuest) => {
  const browser = portal.browser()
  browser.cookies.set(portal.origin, new Map([[SESSION_COOKIE, token]]))
  return browser
}

describe('a name that a developer registered', () => {
  it('is granted nothing by the command line before the operator has seen who it is and confirmed', async () => {
    const { name, developerId } = loadGenerator
    const grants = ['--scopes', 'all', '--regions', 'all']
    const given: readonly (readonly string[])[] = [
      ['developers', 'invite', '--developer', name],
      ['developers', 'invite', '--developer', ` ${name} `, '--operator'],
      ['developers', 'set-role', name, 'operator'],
      ['developers', 'set-limits', name, '--day', '1000000'],
      ['developers', 'set-plan', name, 'none'],
      ['developers', 'approve', name],
      ['developers', 'reinstate', name],
      ['keys', 'create', '--developer', name, ...grants, '--minute', '9999'],
    ]
    const untouched = await portal.accounts.developers.get(developerId)
    for (const words of given) {
      const { status, stdout, stderr } = command(...words)
      assert.equal(status, 1, words.join(' '))
      assert.equal(stdout, '')
      assert.match(stderr, /Nothing was changed/)
      assert.match(stderr, new RegExp(`id +dev_${developerId}`))
      assert.match(stderr, /created +\d{4}-/)
      assert.match(stderr, /registered +by themselves: sign-in or access request/)
      assert.match(stderr, /state +active/)
      assert.match(stderr, /persons +1: guest/)
      assert.match(stderr, /sessions +1: by provider/)
      assert.match(stderr, /--existing/)
    }
    assert.deepEqual(await portal.accounts.developers.get(developerId), untouched)
    // The operator has checked and confirms this developer: with the option or by id.
    const limits = ['developers', 'set-limits', '--minute', '77']
    assert.equal(command(...limits, name, '--existing').status, 0)
    assert.equal((await entryOf(developerId)).ownLimits.minute, 77)
    assert.equal(command('developers', 'set-limits', `dev_${developerId}`, '--day', '78').status, 0)
    assert.equal((await entryOf(developerId)).ownLimits.day, 78)
    const made = command('keys', 'create', '--developer', `dev_${developerId}`, ...grants, '--json')
    assert.equal(made.status, 0, made.stderr)
    assert.equal((JSON.parse(made.stdout) as { developer: string }).developer, name)
  })

  it('is marked in every list of the command line', async () => {
    const { name, developerId } = loadGenerator
    const developers = command('developers', 'list').stdout
    assert.match(developers, new RegExp(`^${name} .* itself +dev_${developerId}$`, 'm'))
    assert.match(developers, /^developer .* operator +dev_\w+$/m)
    assert.match(command('keys', 'list').stdout, new RegExp(`${name} \\(self-registered\\)`))
    const listed = JSON.parse(command('developers', 'list', '--json').stdout) as {
      readonly id: string
      readonly isSelfRegistered: boolean
    }[]
    assert.equal(listed.find(({ id }) => id === developerId)?.isSelfRegistered, true)
  })

  it('that looks like an id is not treated as one, and one that equals the id of another developer is ambiguous', async () => {
    const victim = await signInGuest(portal.accounts)
    const register = async (name: string) => {
      const person = { issuer: 'https://login.example', subject: name, name }
      const begun = await portal.accounts.signIn.signInIdentity(person, 'open', {
        agent: '',
        sessionToken: undefined,
      })
      assert.ok(typeof begun === 'object')
      return begun.developer.developerId
    }
    const fake = await register(`dev_${victim.developerId}`)
    assert.equal(command('developers', 'suspend', `dev_${victim.developerId}`).status, 0)
    assert.equal((await entryOf(victim.developerId)).state, 'suspended')
    assert.equal((await entryOf(fake)).state, 'active')
    await register(victim.developerId)
    const { status, stderr } = command('developers', 'suspend', victim.developerId)
    assert.equal(status, 1)
    assert.match(stderr, /name of one developer .* and the id of another/)
  })

  it('gets no sign-in link on the pages before the operator has seen who it is', async () => {
    const { name, developerId } = loadGenerator
    const refused = await operator.ask('/operator/invitations', { name, isOperator: true })
    assert.deepEqual([refused.status, refused.json()['code']], [409, 'developer_exists'])
    const query = new URLSearchParams({ name })
    const found = (await operator.ask(`/operator/developer?${query}`)).json()
    assert.deepEqual(
      [found['developerId'], found['isSelfRegistered'], found['state']],
      [developerId, true, 'active'],
    )
    assert.equal((found['identities'] as unknown[]).length, 1)
    assert.equal((found['sessions'] as unknown[]).length, 1)
    for (const body of [{ isOperator: true }, { name, developerId }]) {
      assert.equal((await operator.ask('/operator/invitations', body)).status, 400)
    }
    const made = await operator.ask('/operator/invitations', { developerId })
    assert.equal(made.status, 200, made.text)
    const { invitations } = (await operator.ask('/operator/invitations')).json() as {
      readonly invitations: { readonly developerId: string; readonly isSelfRegistered: boolean }[]
    }
    const listed = invitations.find((one) => one.developerId === developerId)
    assert.equal(listed?.isSelfRegistered, true)
  })

  it('loses its sessions when an operator link is used, which lists the other identities for removal', async () => {
    const { name, developerId } = loadGenerator
    const theirs = browserOf(loadGenerator)
    assert.equal((await theirs.ask('/sessions')).status, 200)
    const { token } = await portal.invite({ name, isOperator: true })
    const browser = portal.browser()
    const signedIn = await browser.ask('/sign-in/link', { token })
    assert.equal(signedIn.status, 200, signedIn.text)
    const { otherAccess } = signedIn.json() as {
      readonly otherAccess: {
        readonly persons: readonly { readonly identityId: string; readonly name: string }[]
        readonly endedSessions: number
      }
    }
    assert.deepEqual(
      otherAccess.persons.map((person) => person.name),
      [name],
    )
    assert.equal(otherAccess.endedSessions, 1)
    assert.equal((await theirs.ask('/sessions')).status, 401)
    const identityId = otherAccess.persons[0]?.identityId ?? ''
    const removed = await browser.ask(`/identities/${identityId}/remove`, {})
    assert.equal(removed.status, 200, removed.text)
    assert.deepEqual((await portal.accounts.developers.get(developerId))?.identities, [])
  })
})

describe('a developer who waits for approval', () => {
  it('is approved only by an explicit approval', async () => {
    const waiting = await signInGuest(portal.accounts, { isWaiting: true })
    const id = `dev_${waiting.developerId}`
    const state = async () => (await entryOf(waiting.developerId)).state
    assert.equal(command('developers', 'invite', '--developer', id).status, 0)
    const made = await operator.ask('/operator/invitations', { developerId: waiting.developerId })
    assert.equal(made.status, 200)
    assert.equal(await state(), 'waiting')
    for (const words of [
      ['developers', 'invite', '--developer', id, '--operator'],
      ['developers', 'set-role', id, 'operator'],
    ]) {
      const { status, stderr } = command(...words)
      assert.equal(status, 1)
      assert.match(stderr, /waits for approval/)
    }
    assert.equal(command('developers', 'approve', id).status, 0)
    assert.equal(await state(), 'active')
  })
})
