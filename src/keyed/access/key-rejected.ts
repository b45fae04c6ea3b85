import type { StoredKey } from '../../accounts/keys/key-store.ts'
import type { RejectedKey } from '../../accounts/rejection-facts.ts'
import { ServiceError } from '../../platform/http/errors/service-error.ts'
import { inactiveReason } from '../../accounts/keys/key-status.ts'

/**
 * The key is not accepted. Every rejected key gets the same response; `rejectedKey` is for the
 * records of the key's owner.
 */
export class KeyRejected extends ServiceError {
  readonly rejectedKey: RejectedKey | undefined

  /** `key`: the key, when it is genuine but inactive. */
  constructor(key?: StoredKey) {
    super('invalid_api_key', 'The developer key is not valid.', {
      challenge: 'Bearer realm="backline", error="invalid_token"',
    })
    this.rejectedKey = key && {
      keyId: key.keyId,
      developerId: key.developerId,
      why: inactiveReason(key),
    }
  }
}
