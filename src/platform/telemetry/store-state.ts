/**
 * Stores that nodes may share. Without `quotas` no request is answered; without `accounts` only
 * those with a cached key are, for its grace period.
 */
export const STORES = ['accounts', 'quotas'] as const

/** One of {@link STORES}. */
export type StoreName = (typeof STORES)[number]

/** Whether a store responds. One in this process always does. */
export type StoreState = 'up' | 'away'
