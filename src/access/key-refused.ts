import type { StoredKey } from '../domain/key-store.ts'
import type { RefusedKey } from '../domain/refusal-facts.ts'
import { ServiceError } from '../domain/service-error.ts'
import { whyOver } from './judge-key.ts'

/** A key is not accepted. What is sent is the same for every key; that one was genuine is for its owner's records. */
export class KeyRefused extends ServiceError {
  readonly refusedKey: RefusedKey | undefined

  /** `key`: the genuine key that is over. */
  constructor(key?: StoredKey) {
    super('invalid_api_key', 'The developer key is not valid.', {
      challenge: 'Bearer realm="backline", error="invalid_token"',
    })
    this.refusedKey = key && {
      keyId: key.keyId,
      developerId: key.developerId,
      why: whyOver(key),
    }
  }
}
