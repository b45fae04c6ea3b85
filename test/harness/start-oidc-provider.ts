import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { PROVIDER_RETURN_PATH } from '../../src/portal/contract/sign-in-operations.ts'

/** A person at the provider. */
export interface ProviderPerson {
  readonly subject: string
  readonly claims: Readonly<Record<string, string>>
}

/** An OpenID Connect provider in its own process. */
export interface OidcProvider {
  /** Sets who signs in from now on; `undefined` denies every sign-in. */
  become(person: ProviderPerson | undefined): Promise<void>
  /** Suspends and resumes the process. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

/** Starts a provider on a port of 127.0.0.1. Its only client is the portal at `portalOrigin`. */
export async function startOidcProvider({
  port,
  portalOrigin,
  clientSecret = '',
}: {
  readonly port: number
  readonly portalOrigin: string
  /** Empty: a public client. */
  readonly clientSecret?: string
}): Promise<OidcProvider> {
  const child = fork(join(import.meta.dirname, 'oidc-provider-process.ts'), {
    env: {
      ...process.env,
      PROVIDER_PORT: String(port),
      REDIRECT_URI: portalOrigin + PROVIDER_RETURN_PATH,
      CLIENT_SECRET: clientSecret,
    },
    // Suppress the provider's warnings about plain HTTP.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ended = once(child, 'exit')
  const [first] = (await Promise.race([once(child, 'message'), ended])) as readonly unknown[]
  if (first !== 'ready') throw new Error(`The provider ended with ${String(first)}.`)
  return {
    become: async (person) => {
      const answer = await fetch(`http://127.0.0.1:${port}/person`, {
        method: 'POST',
        body: JSON.stringify({ person }),
      })
      if (answer.status !== 204) throw new Error(`The provider responded with ${answer.status}.`)
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
