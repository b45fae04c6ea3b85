/** Where every valid key may ask for the quotas of its developer; it charges nothing and needs no scope. */
export const QUOTA_PATH = '/api/developer/v1/quota'
