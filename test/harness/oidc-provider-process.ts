import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import process from 'node:process'
import { Provider, type Context } from 'oidc-provider'

// A real OpenID Connect provider in a process. POST /person sets the person who signs in; without
// one, sign-in is denied. Its only client is this service.

interface Person {
  readonly subject: string
  readonly claims: Readonly<Record<string, string>>
}

const { PROVIDER_PORT = '', REDIRECT_URI = '', CLIENT_SECRET = '' } = process.env
const issuer = `http://127.0.0.1:${PROVIDER_PORT}`
const people = new Map<string, Person>()
let person: Person | undefined

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const provider: Provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'backline',
      ...(CLIENT_SECRET === ''
        ? { token_endpoint_auth_method: 'none' }
        : { client_secret: CLIENT_SECRET }),
      redirect_uris: [REDIRECT_URI],
    },
  ],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
  cookies: { keys: [randomBytes(32).toString('hex')] },
  claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email'] },
  features: { devInteractions: { enabled: false } },
  pkce: { required: () => true },
  interactions: { url: () => '/interaction' },
  findAccount: (_: unknown, subject: string) => ({
    accountId: subject,
    claims: () => ({ ...people.get(subject)?.claims, sub: subject }),
  }),
  // Everyone grants this service the requested scopes.
  loadExistingGrant: async ({ oidc }: Context) => {
    const about = { clientId: oidc.client.clientId, accountId: oidc.session.accountId }
    const grant = new provider.Grant(about)
    grant.addOIDCScope('openid profile email')
    await grant.save()
    return grant
  },
})

const answer = provider.callback()
const server = createServer((incoming, outgoing) => {
  const { pathname } = new URL(incoming.url ?? '', issuer)
  if (pathname === '/person') {
    void read(incoming).then(() => outgoing.writeHead(204).end())
  } else if (pathname === '/interaction') {
    const result =
      person === undefined
        ? { error: 'access_denied', error_description: 'WORDS OF THE PROVIDER' }
        : { login: { accountId: person.subject } }
    provider.interactionFinished(incoming, outgoing, result).catch((error: unknown) => {
      outgoing.writeHead(500).end(String(error))
    })
  } else answer(incoming, outgoing)
})

async function read(incoming: IncomingMessage): Promise<void> {
  const { person: next } = (await json(incoming)) as { readonly person?: Person }
  person = next
  if (next !== undefined) people.set(next.subject, next)
}

server.listen(Number(PROVIDER_PORT), '127.0.0.1')
await once(server, 'listening')
process.send?.('ready')
process.once('disconnect', () => process.exit())
