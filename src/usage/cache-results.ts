/** How an answer was obtained: `stale` (the cached one had expired) and `miss` called a gateway. */
export const CACHE_RESULTS = ['hit', 'miss', 'stale', 'joined', 'bypass'] as const
