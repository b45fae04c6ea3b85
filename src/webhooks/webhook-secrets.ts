import type { SealedTexts } from '../accounts/keys/sealed-texts.ts'

/** A signing secret. */
export interface SigningSecret {
  readonly text: string
  /** When it stops signing, in Unix milliseconds; absent for the newest one. */
  readonly endsAtMs?: number
}

/** The secrets of a webhook. The URL is one, because it often grants the right to post. */
export interface WebhookSecrets {
  readonly url: string
  /** Newest first. */
  readonly secrets: readonly SigningSecret[]
}

/** Maximum secrets that sign at once. */
const SECRETS_MAX = 3

/** Encrypts the secrets of a webhook. */
export function sealSecrets(
  sealedTexts: SealedTexts,
  webhookId: string,
  secrets: WebhookSecrets,
): Uint8Array {
  return sealedTexts.seal(JSON.stringify(secrets), contextOf(webhookId))
}

/** Decrypts the secrets of a webhook; `undefined` if they were stored under another pepper. */
export function openSecrets(
  sealedTexts: SealedTexts,
  webhookId: string,
  sealed: Uint8Array,
): WebhookSecrets | undefined {
  const text = sealedTexts.open(sealed, contextOf(webhookId))
  return text === undefined ? undefined : (JSON.parse(text) as WebhookSecrets)
}

/** Returns the texts of the secrets that sign at a time (Unix ms), newest first. */
export function activeSecrets({ secrets }: WebhookSecrets, nowMs: number): readonly string[] {
  return secrets
    .filter(({ endsAtMs = Infinity }) => endsAtMs > nowMs)
    .slice(0, SECRETS_MAX)
    .map(({ text }) => text)
}

/**
 * Returns the secrets with a new one. The current ones sign for another `overlapMs`, or until their
 * earlier end.
 */
export function rotateSecret(
  current: WebhookSecrets,
  text: string,
  { nowMs, overlapMs }: { readonly nowMs: number; readonly overlapMs: number },
): WebhookSecrets {
  const old = current.secrets
    .map((one) => ({ ...one, endsAtMs: Math.min(one.endsAtMs ?? Infinity, nowMs + overlapMs) }))
    .filter(({ endsAtMs }) => endsAtMs > nowMs)
  return { ...current, secrets: [{ text }, ...old].slice(0, SECRETS_MAX) }
}

function contextOf(webhookId: string): string {
  return `webhook ${webhookId}`
}
