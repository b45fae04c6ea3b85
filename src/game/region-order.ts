/** The regions in the order in which pages list them; the spec lists them in another. */
export const REGION_ORDER = ['jp', 'tw', 'en', 'kr'] as const
