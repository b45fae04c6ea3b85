// Generated from the contract by `npm run generate`. Do not edit.

/** The version of the client. */
export const VERSION = '0.1.0'
