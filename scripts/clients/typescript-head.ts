/** The header of every generated file of the client. */
export const DO_NOT_EDIT = '// Generated from the contract by `npm run generate`. Do not edit.'
