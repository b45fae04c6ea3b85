import type { Actor } from '../accounts/audit-note.ts'
import type { SealedTexts } from '../accounts/keys/sealed-texts.ts'
import type { FillRandom } from '../platform/text/fill-random.ts'
import type { Language } from '../platform/language.ts'
import { randomBase62 } from '../platform/text/random-base62.ts'
import type { WebhookFilter } from './conditions/condition.ts'
import { generateSecret } from './delivery/signature.ts'
import type { Delivery, Preset, Webhook } from './webhook.ts'
import type { WebhookConfig } from './webhook-config.ts'
import { openSecrets, rotateSecret, sealSecrets } from './webhook-secrets.ts'
import type {
  ChangeRejection,
  CreateRejection,
  SealedTarget,
  WebhookOwner,
  WebhookStore,
} from './webhook-store.ts'
import { parseWebhookUrl, type UrlProblem } from './delivery/webhook-url.ts'

/** The fields of a webhook that its owner sets. */
export interface WebhookInput {
  readonly name: string
  readonly url: string
  readonly preset: Preset
  readonly language: Language
  readonly filter: WebhookFilter
}

/** A webhook with its new signing secret, which cannot be shown again. */
export interface IssuedWebhook {
  readonly webhook: Webhook
  readonly secret: string
}

/** Options of {@link WebhookService}. */
export interface WebhookServiceOptions {
  readonly store: WebhookStore
  readonly sealedTexts: SealedTexts
  readonly fillRandom: FillRandom
  readonly nowMs: () => number
  readonly config: Pick<WebhookConfig, 'max' | 'rules'>
}

/** Attempts of a change when concurrent changes replace the secrets. */
const TRIES = 3

/** Manages webhooks for the portal and the command line. Secrets and URLs are stored encrypted. */
export class WebhookService {
  readonly #options: WebhookServiceOptions

  constructor(options: WebhookServiceOptions) {
    this.#options = options
  }

  /** Maximum webhooks of one developer. */
  get max(): number {
    return this.#options.config.max
  }

  /** The operations that need no secrets. */
  get store(): Omit<WebhookStore, 'create' | 'change' | 'rotate' | 'sealed' | 'send'> {
    return this.#options.store
  }

  /** Creates a webhook with a secret. */
  async create(
    by: Actor,
    owner: WebhookOwner,
    { url, ...traits }: WebhookInput,
  ): Promise<IssuedWebhook | UrlProblem | CreateRejection> {
    const { store, sealedTexts, fillRandom, config } = this.#options
    const parsed = parseWebhookUrl(url, config.rules)
    if (typeof parsed === 'string') return parsed
    const webhookId = `wh_${randomBase62(16, fillRandom)}`
    const secret = generateSecret(fillRandom)
    const { host, target } = parsed
    const secrets = { url: parsed.url, secrets: [{ text: secret }] }
    const sealed = sealSecrets(sealedTexts, webhookId, secrets)
    const stored = { ...traits, webhookId, host, target, sealed }
    const webhook = await store.create(by, owner, stored, config.max)
    return typeof webhook === 'string' ? webhook : { webhook, secret }
  }

  /** Changes the given fields. A new URL keeps the signing secrets. */
  async change(
    by: Actor,
    owner: WebhookOwner,
    webhookId: string,
    { url, ...traits }: Partial<WebhookInput>,
  ): Promise<Webhook | UrlProblem | ChangeRejection> {
    const { store } = this.#options
    for (let tries = 0; tries < TRIES; tries += 1) {
      const target = url === undefined ? undefined : await this.#sealTarget(owner, webhookId, url)
      if (typeof target === 'string') return target
      const changed = await store.change(by, owner, webhookId, { ...traits, target })
      if (changed !== 'changed') return changed
    }
    return 'changes_full'
  }

  /** Adds a signing secret; the current ones sign for another `overlapMs`. */
  async rotate(
    by: Actor,
    owner: WebhookOwner,
    webhookId: string,
    overlapMs: number,
  ): Promise<IssuedWebhook | ChangeRejection> {
    const { store, sealedTexts, fillRandom, nowMs } = this.#options
    for (let tries = 0; tries < TRIES; tries += 1) {
      const old = await store.sealed(owner.developerId, webhookId)
      const current = old && openSecrets(sealedTexts, webhookId, old)
      if (old === undefined || current === undefined) return 'not_found'
      const secret = generateSecret(fillRandom)
      const secrets = rotateSecret(current, secret, { nowMs: nowMs(), overlapMs })
      const sealed = sealSecrets(sealedTexts, webhookId, secrets)
      const webhook = await store.rotate(by, owner, webhookId, { old, sealed })
      if (typeof webhook === 'object') return { webhook, secret }
      if (webhook !== 'changed') return webhook
    }
    return 'changes_full'
  }

  /** Sends a test message. */
  test(
    { developerId }: Pick<WebhookOwner, 'developerId'>,
    webhookId: string,
  ): Promise<Delivery | 'not_found' | 'queue_full' | 'changes_full'> {
    const { store, fillRandom, nowMs } = this.#options
    const timestamp = new Date(nowMs()).toISOString()
    const content = { type: 'webhook.test', timestamp, data: { webhookId } }
    const messageId = `msg_${randomBase62(27, fillRandom)}`
    return store.send(developerId, webhookId, { messageId, content })
  }

  /** Returns the target of a new URL with re-encrypted secrets. */
  async #sealTarget(
    { developerId }: WebhookOwner,
    webhookId: string,
    url: string,
  ): Promise<(SealedTarget & { readonly old: Uint8Array }) | UrlProblem | 'not_found'> {
    const { store, sealedTexts, config } = this.#options
    const parsed = parseWebhookUrl(url, config.rules)
    if (typeof parsed === 'string') return parsed
    const old = await store.sealed(developerId, webhookId)
    const current = old && openSecrets(sealedTexts, webhookId, old)
    if (old === undefined || current === undefined) return 'not_found'
    const { host, target } = parsed
    const sealed = sealSecrets(sealedTexts, webhookId, { ...current, url: parsed.url })
    return { host, target, sealed, old }
  }
}
